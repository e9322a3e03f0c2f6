// The worker that all tabs share: it holds their connection.
import { Hub } from './stream-hub'

const hub = new Hub()
addEventListener('connect', (event) => hub.serve((event as MessageEvent).ports[0]!))
