import type { IncomingMessage } from 'node:http'
import type { Clock } from '@gatehouse/auth-core/ports'
import type { Settings } from '../settings/settings.ts'
import { createTrustedProxies } from './network.ts'
import { type RequestFacts, requestFacts } from './requester.ts'

/** The facts of requests, read once and noted for what is answered here. */
export interface RequestNotes {
  read(request: IncomingMessage): RequestFacts
  note(request: IncomingMessage, facts: RequestFacts): void
  /** What was noted, or else is read now. */
  noted(request: IncomingMessage): RequestFacts
}

export function createRequestNotes(
  { clients, http }: Pick<Settings, 'clients' | 'http'>,
  clock: Clock,
): RequestNotes {
  const known = new WeakMap<IncomingMessage, RequestFacts>()
  const options = {
    agents: { cli: clients.cliUserAgents, vscode: clients.vscodeUserAgents },
    trustedProxies: createTrustedProxies(http.trustedProxies),
    now: () => clock.now(),
  }
  const read = (request: IncomingMessage) => requestFacts(request, options)
  return {
    read,
    note: (request, facts) => void known.set(request, facts),
    noted: (request) => known.get(request) ?? read(request),
  }
}
