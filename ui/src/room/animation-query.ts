/** Return the animation parameters of a query, to keep them when the address changes. */
export function animationQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => key === 'animate' || key === 'step'))
}
