import { now } from '../../clock.ts'
import { config } from '../../config.ts'
import { go } from '../../flow/router.ts'
import { messages } from '../../messages/current-messages.ts'
import { inShort } from '../../messages/messages.ts'
import { type Session, sessionEnd } from '../../session/session.ts'
import { signOut } from '../../session/session-store.ts'
import { TenantSwitcher } from './tenant-switcher.tsx'

const m = messages.dashboard

/** When less than this is left, screen readers are told that the session ends. */
const soonSeconds = 300

/** The navigation bar: the organization, the time that is left, and the button to sign out. */
export function Bar({ mine }: { readonly mine: Session }) {
  const left = Math.max(0, sessionEnd(mine, config.maxSessionSeconds) - now.value) / 1000
  const isSoon = left < soonSeconds
  return (
    <header class="bar">
      <div class="brand">
        <img src={config.brand.logo} alt="" width="28" height="28" />
        <span>{config.brand.name}</span>
      </div>
      <nav aria-label={m.organization}>
        <TenantSwitcher mine={mine} />
      </nav>
      <p class={`time-left ${isSoon ? 'soon' : ''}`} title={m.timeLeftHint}>
        {m.timeLeft(inShort(messages, left))}
      </p>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          void signOut()
          go('signIn', { replace: true })
        }}
      >
        {m.signOut}
      </button>
      <p class="unseen" role="status">
        {isSoon && m.endsSoon(inShort(messages, Math.ceil(left / 60) * 60))}
      </p>
    </header>
  )
}
