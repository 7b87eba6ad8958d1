import { type AdmissionBounds, createAdmission, defaultAdmissionBounds } from '@gatehouse/auth-core'
import type { PasswordAdmission } from '@gatehouse/auth-core/ports'
import type { Observers } from './observers.ts'

/** How many passwords a credential store handles at once, for each kind of work. */
export type PasswordConcurrency = Readonly<
  Record<keyof PasswordAdmission, AdmissionBounds['concurrency']>
>

/** What the queues need. */
export interface AdmissionOptions {
  /** How many passwords are handled at once. */
  readonly concurrency: PasswordConcurrency
  /** How many logins of one network may wait or be under way; the core's bound unless given. */
  readonly loginsPerNetwork?: number | undefined
  /** Wraps each queue. */
  readonly observe?: Observers['admission'] | undefined
}

/** Seconds that a sign-up or reset may wait: they are rare, and better late than refused. */
const maxWaitToSetSeconds = 10

/** Makes the two queues before the credential store. */
export function openAdmission(options: AdmissionOptions): PasswordAdmission {
  const { concurrency, loginsPerNetwork, observe } = options
  const now = () => performance.now()
  const open = (kind: keyof PasswordAdmission) => {
    const maxPerNetwork = loginsPerNetwork ?? defaultAdmissionBounds.maxPerNetwork
    const own = {
      maxPerNetwork,
      concurrency: concurrency[kind],
      ...(kind === 'set' && { maxWaitSeconds: maxWaitToSetSeconds }),
    }
    const admission = createAdmission({ ...defaultAdmissionBounds, ...own }, now)
    return observe ? observe(kind, admission) : admission
  }
  return { check: open('check'), set: open('set') }
}
