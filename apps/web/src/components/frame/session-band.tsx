import { now } from '../../clock.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { inWords } from '../../messages/messages.ts'
import { proveRecentLogin } from '../../session/recent-login.ts'
import { type Session, sessionEnd } from '../../session/session.ts'
import { sessionSecondsIn } from '../../session/session-length.ts'

/** From this many seconds before its end on, the end of the session is announced. */
const soonSeconds = 300

/** Appears minutes before the session ends, with a way to stay. */
export function SessionBand({ mine }: { readonly mine: Session }) {
  const left = Math.max(0, sessionEnd(mine, sessionSecondsIn(mine)) - now.value) / 1000
  const isSoon = left < soonSeconds
  const whole = inWords(messages, Math.ceil(left / 60) * 60)
  return (
    <div class={isSoon ? 'band' : 'unseen'}>
      {/* Whole minutes, so that screen readers do not read it each second. */}
      <p role="status">{isSoon && fill(frame.soon.left, { time: whole })}</p>
      {isSoon && (
        <button type="button" class="quiet" onClick={() => void proveRecentLogin()}>
          {frame.soon.stay}
        </button>
      )}
    </div>
  )
}
