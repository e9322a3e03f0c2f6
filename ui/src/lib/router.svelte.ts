// The current address. Clicks on links change the page without a reload.

type Address = { path: string; query: URLSearchParams; hash: string }

function current(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash.slice(1) }
}

let address = $state.raw(current())
const update = () => (address = current())
addEventListener('popstate', update)
addEventListener('hashchange', update)

export const router = {
  get path() {
    return address.path
  },
  get query() {
    return address.query
  },
  get hash() {
    return address.hash
  },
  /** Navigate to another page. */
  go(to: string): void {
    history.pushState(null, '', to)
    update()
    scrollTo(0, 0)
  },
  /** Change the address of the open page, which stays as it is; it is another page only after a reload. */
  rename(to: string): void {
    history.replaceState(history.state, '', to)
  },
  /** Replace the address without a new history entry. */
  replace(to: string): void {
    if (to === location.pathname + location.search + location.hash) return
    history.replaceState(history.state, '', to)
    update()
  },
}

/** Return the parameters of a path that matches a pattern such as `/room/:id`; otherwise null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [expected, actual] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  if (expected.length !== actual.length) return null
  const parameters: Record<string, string> = {}
  for (const [i, part] of expected.entries()) {
    if (part.startsWith(':') && actual[i]) parameters[part.slice(1)] = decodeURIComponent(actual[i])
    else if (part !== actual[i]) return null
  }
  return parameters
}

/** Navigate within the app on clicks on its links. */
export function handleLinkClicks(event: MouseEvent): void {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = (event.target as Element).closest?.('a')
  if (!plain || !link || event.defaultPrevented) return
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
