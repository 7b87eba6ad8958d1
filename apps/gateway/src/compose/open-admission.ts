import { type AdmissionBounds, createAdmission, defaultAdmissionBounds } from '@gatehouse/auth-core'
import type { Admission, PasswordAdmission } from '@gatehouse/auth-core/ports'
import type { Settings } from '@gatehouse/settings'

/** How many passwords a credential store handles at once, for each kind of work. */
export type PasswordConcurrency = Readonly<
  Record<keyof PasswordAdmission, AdmissionBounds['concurrency']>
>

/** Makes the two queues before the credential store. */
export function openAdmission(
  { loginsPerNetwork }: Pick<Settings, 'loginsPerNetwork'>,
  concurrency: PasswordConcurrency,
  observe: (kind: keyof PasswordAdmission, admission: Admission) => Admission,
): PasswordAdmission {
  const now = () => performance.now()
  const open = (kind: keyof PasswordAdmission) => {
    const own = { maxPerNetwork: loginsPerNetwork, concurrency: concurrency[kind] }
    return observe(kind, createAdmission({ ...defaultAdmissionBounds, ...own }, now))
  }
  return { check: open('check'), set: open('set') }
}
