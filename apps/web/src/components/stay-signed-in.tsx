import { isOwn } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { chooseToStay, staysSignedIn } from '../session/stay.ts'

const m = messages.stay

/** Asks whether the browser is to keep the session. Where it stores nothing, says what that means. */
export function StaySignedIn() {
  // A dashboard on another site keeps its session itself.
  if (!isOwn('dashboard')) return null
  if (!browserStorage.isLasting) return <p class="hint tick">{m.blocked}</p>
  return (
    <div class="tick">
      <input
        id="stay"
        name="stay"
        type="checkbox"
        checked={staysSignedIn.value}
        aria-describedby="stay-hint"
        onChange={({ currentTarget }) => chooseToStay(currentTarget.checked)}
      />
      <div>
        <label for="stay">{m.label}</label>
        <span class="hint" id="stay-hint">
          {m.hint}
        </span>
      </div>
    </div>
  )
}
