import { frame } from '../../messages/frame.ts'
import { openShell } from '../../terminal/open-shell.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { Text } from '../text.tsx'
import { leaving } from './leave.ts'

const m = frame.leave

/** Asks before leaving a page with an open shell, which ends it. */
export function LeaveShell() {
  const next = leaving.value
  if (!next) return null
  const stay = () => {
    leaving.value = undefined
  }
  const go = () => {
    stay()
    openShell.value = undefined
    next()
  }
  const programs = {
    tmux: <code>tmux</code>,
    screen: <code>screen</code>,
    nohup: <code>nohup</code>,
  }
  return (
    <Dialog title={m.title} onClose={stay}>
      <p>
        <Text of={m.lead} values={{ machine: openShell.value ?? '' }} />
      </p>
      <Will>
        <Consequence tone="bad">{m.ends}</Consequence>
        <Consequence>{m.gone}</Consequence>
      </Will>
      <p class="soft small">
        <Text of={m.hint} values={programs} />
      </p>
      <p class="row end">
        <button type="button" class="quiet bad" onClick={go}>
          {m.submit}
        </button>
        <button type="button" class="main" data-first onClick={stay}>
          {m.stay}
        </button>
      </p>
    </Dialog>
  )
}
