import { now } from '../../clock.ts'
import { config } from '../../config.ts'
import { go } from '../../flow/router.ts'
import { messages } from '../../messages/current-messages.ts'
import { inShort } from '../../messages/messages.ts'
import { type Session, sessionEnd } from '../../session/session.ts'
import { signOut } from '../../session/session-store.ts'
import { TenantSwitcher } from './tenant-switcher.tsx'

const m = messages.dashboard

/** Under this many seconds the end of the session is told aloud. */
const soonSeconds = 300

/** The navigation bar: where one is, how long still, and the way out. */
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
