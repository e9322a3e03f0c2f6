// The catalogue for components that can do without it until it is loaded.
import { fetchCatalogue, type Catalogue } from './api'

let loaded = $state.raw<Catalogue | null>(null)
let requested = false

export const known = {
  /** The catalogue; null until it is loaded, and if it cannot be. */
  get catalogue(): Catalogue | null {
    if (!requested) {
      requested = true
      void fetchCatalogue().then(
        (catalogue) => (loaded = catalogue),
        () => (requested = false),
      )
    }
    return loaded
  },
}
