import type { LiveKeyRing } from '@gatehouse/auth-core'
import { signingAbility } from '@gatehouse/auth-core/operator'
import type { Clock } from '@gatehouse/auth-core/ports'
import type { WorkLog } from './work-log.ts'

/** The messages for changes of the ability to sign; errors need an operator. */
const messages = {
  started: 'a signing key has started: tokens are signed as planned',
  ahead_of_start: 'no signing key has started yet, so one that is to come signs: look at the clock',
  none: 'no key can sign, so that no login works: look at the clock and at `gatehouse keys list`',
} as const

/** Wraps a ring, which then logs when a reload changes its ability to sign (T-97). */
export function reportSigning(
  keyRing: LiveKeyRing,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<WorkLog, 'error' | 'info'> },
): LiveKeyRing {
  let last: keyof typeof messages = 'started'
  return {
    current: keyRing.current,
    async reload() {
      await keyRing.reload()
      const ability = signingAbility({ keys: keyRing.current(), now: clock.now() })
      if (ability === last) return
      last = ability
      if (ability === 'started') log.info({}, messages.started)
      else log.error({}, messages[ability])
    },
  }
}
