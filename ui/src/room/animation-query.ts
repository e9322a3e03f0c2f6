/** Of an address: how its game is animated, to be kept while the address changes. */
export function animationQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => key === 'animate' || key === 'step'))
}
