import { createLiveEndings, type LiveEndings } from '../../src/endings/live-endings.ts'
import { createAdmission, defaultAdmissionBounds } from '../../src/index.ts'
import type { Ports } from '../../src/ports/index.ts'
import { createFixedClock, type FixedClock } from './fixed-clock.ts'
import {
  createMemoryCredentialStore,
  type MemoryCredentialStore,
} from './memory-credential-store.ts'
import { createMemoryKeyRing, type MemoryKeyRing } from './memory-key-ring.ts'
import { createMemoryMailer, type MemoryMailer } from './memory-mailer.ts'
import { createMemoryPasswordBlocklist } from './memory-password-blocklist.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createMemorySecrets, type MemorySecrets } from './memory-secrets.ts'
import { createMemorySigningKey } from './memory-signing-key.ts'
import { createMemoryStore } from './memory-store.ts'
import { createMemoryTokenSigner } from './memory-token-signer.ts'

/** All {@link Ports} in memory, with the handles of the fakes, and a mailer for the outbox. */
export interface MemoryPorts extends Ports {
  /** The clock, which a test can move. */
  readonly clock: FixedClock
  /** The credential store, whose content a test can read. */
  readonly credentialStore: MemoryCredentialStore
  /** The key ring, whose keys a test can replace. */
  readonly keyRing: MemoryKeyRing
  /** The endings, which a test can reload from the store. */
  readonly endings: LiveEndings
  /** The secrets, of which a test can choose the next code. */
  readonly secrets: MemorySecrets
  /** The mailer, whose sent mails a test can read. Not one of the {@link Ports}: it is for `deliverMail`. */
  readonly mailer: MemoryMailer
}

/**
 * Makes a full set of ports for one test: the clock stands at 2030-01-01T00:00:00Z, one key signs,
 * the blocklist holds `password` and `12345678`, `sleep` resolves at once, only ASCII domains are
 * known, and there is no OIDC provider.
 *
 * @param overrides Take the place of the defaults: `{ mailIsUp: () => false }`. Limits count by the
 *   clock given here.
 */
export function createMemoryPorts(overrides: Partial<MemoryPorts> = {}): MemoryPorts {
  const clock = overrides.clock ?? createFixedClock(new Date('2030-01-01T00:00:00Z'))
  const store = overrides.store ?? createMemoryStore()
  return {
    clock,
    store,
    endings: createLiveEndings({ store }),
    credentialStore: createMemoryCredentialStore(),
    oidcProviders: new Map(),
    rateLimiter: createMemoryRateLimiter(clock),
    tokenSigner: createMemoryTokenSigner(),
    keyRing: createMemoryKeyRing([createMemorySigningKey('key-1')]),
    secrets: createMemorySecrets(),
    passwordBlocklist: createMemoryPasswordBlocklist(['password', '12345678']),
    mailIsUp: () => true,
    admission: {
      check: createAdmission(defaultAdmissionBounds),
      set: createAdmission(defaultAdmissionBounds),
    },
    sleep: async () => {},
    replicaId: '',
    domainToAscii: (domain) => (/^\p{ASCII}+$/u.test(domain) ? domain.toLowerCase() : null),
    mailer: createMemoryMailer(),
    ...overrides,
  }
}
