import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '@gatehouse/auth-core/ports'
import { createPasswordBlocklist, domainToAscii } from '@gatehouse/crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import { announceEvents } from './announce-events.ts'
import type { CompositionOptions, GatehouseParts } from './composition-options.ts'
import type { TokenState } from './fresh-token-state.ts'
import type { MailHealth } from './mail-health.ts'
import { openAdmission } from './open-admission.ts'

/** The adapters, and what was made of them before. */
export interface PortsParts extends GatehouseParts {
  /** What tokens are checked by. */
  readonly tokenState: TokenState
  /** Knows whether mails can be sent. */
  readonly mailHealth: Pick<MailHealth, 'isUp'>
}

/** All ports of the core, measured. */
export function createPorts(parts: PortsParts, options: CompositionOptions): Ports {
  const { clock, credentials, log, mailHealth, providers, records, tokenState } = parts
  const { loginsPerNetwork, observe = {}, onEvent, ownClaims } = options
  const store = observed(records.store, observe.store)
  return {
    clock,
    secrets: records.secrets,
    store: announceEvents(store, { onEvent, log }),
    credentialStore: observed(credentials.credentialStore, observe.credentialStore),
    endings: tokenState.endings,
    admission: openAdmission({
      concurrency: credentials.concurrency,
      loginsPerNetwork,
      observe: observe.admission,
    }),
    oidcProviders: providers,
    rateLimiter: observed(parts.rateLimiter ?? records.rateLimiter, observe.rateLimiter),
    keyRing: tokenState.keyRing,
    tokenSigner: createJwtTokenSigner(),
    passwordBlocklist: createPasswordBlocklist(),
    mailIsUp: () => mailHealth.isUp(),
    sleep: (milliseconds) => sleep(milliseconds),
    replicaId: records.secrets.id(),
    domainToAscii,
    ...(ownClaims && { ownClaims }),
  }
}

/** A port, wrapped if there is something to wrap it with. */
export function observed<Port>(port: Port, wrap: ((port: Port) => Port) | undefined): Port {
  return wrap ? wrap(port) : port
}
