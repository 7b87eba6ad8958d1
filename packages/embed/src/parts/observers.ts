import type { Auth } from '@gatehouse/auth-core'
import type {
  Admission,
  CredentialStore,
  Mailer,
  PasswordAdmission,
  RateLimiter,
  Store,
} from '@gatehouse/auth-core/ports'
import type { JobObserver } from './run-jobs.ts'

/** Wrappers that measure. Each is called once, and returns what is used in place of its argument. */
export interface Observers {
  /** Wraps the use cases. */
  readonly auth?: (auth: Auth) => Auth
  /** Wraps the store of requests; heartbeats and the state of tokens bypass it. */
  readonly store?: (store: Store) => Store
  /** Wraps the credential store. */
  readonly credentialStore?: (store: CredentialStore) => CredentialStore
  /** Wraps the rate limiter. */
  readonly rateLimiter?: (limiter: RateLimiter) => RateLimiter
  /** Wraps the mailer; the probes of `MailHealth` bypass it. */
  readonly mailer?: (mailer: Mailer) => Mailer
  /** Wraps one of the two queues for passwords. */
  readonly admission?: (kind: keyof PasswordAdmission, admission: Admission) => Admission
  /** Gets rounds of jobs, and the results of mails. */
  readonly jobs?: JobObserver
}
