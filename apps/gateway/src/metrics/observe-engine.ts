import type { ProxyEngine } from '@gatehouse/proxy'
import type { ExchangeObserver } from './exchange-observer.ts'

/** An engine whose requests are counted. */
export function observeEngine(
  engine: ProxyEngine,
  { forwarded }: Pick<ExchangeObserver, 'forwarded'>,
): ProxyEngine {
  return {
    ...engine,
    forward(request, response, context) {
      forwarded(response)
      engine.forward(request, response, context)
    },
  }
}
