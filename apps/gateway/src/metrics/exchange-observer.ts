import type { ServerResponse } from 'node:http'
import type { ExchangeEnd } from '../edge/watch-exchange.ts'

/**
 * Is told of every request on the public port. It is called on the way of each proxied request, so
 * it does next to nothing: no lookup by address, no object, no text.
 */
export interface ExchangeObserver {
  /** The request goes to the backend. */
  forwarded(response: ServerResponse): void
  /** The backend's answer has begun. */
  backendAnswered(response: ServerResponse): void
  /** It is over, proxied or not. */
  ended(end: ExchangeEnd): void
}
