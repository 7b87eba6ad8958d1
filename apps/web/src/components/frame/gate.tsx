import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { go, terminalMachine } from '../../flow/router.ts'
import { wantPage } from '../../flow/wanted-page.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { isAdministrator } from '../../session/claims.ts'
import type { Session } from '../../session/session.ts'
import { adopt, session, sessionEnding } from '../../session/session-store.ts'
import { Loading } from '../loading.tsx'
import { PageLink } from '../page-link.tsx'
import { Frame } from './frame.tsx'
import type { Place } from './places.tsx'

/** A page that only signed-in people see. */
export interface GateProps {
  /** The place of this page. */
  readonly here: Place
  /** The page, for the session of this tab. */
  readonly children: (mine: Session) => ComponentChildren
}

/** Shows the page to a person who is signed in, in this tab, in another one or by the browser; others sign in first. */
export function Gate({ here, children }: GateProps) {
  const isLoading = useSignal(session.peek() === undefined)
  useEffect(() => {
    void adopt().then(() => {
      isLoading.value = false
    })
  }, [])
  const mine = session.value
  // After signing in again, the same page goes on; another account or organization starts it new.
  if (mine) return <div key={mine.claims.userId}>{children(mine)}</div>
  return isLoading.value ? <Loading /> : <ToSignIn from={here} />
}

/** Like {@link Gate}, for pages of administrators. */
export function AdministratorGate({ here, children }: GateProps) {
  return (
    <Gate here={here}>
      {(mine) =>
        isAdministrator(mine.claims) ? children(mine) : <ClosedTo mine={mine} here={here} />
      }
    </Gate>
  )
}

function ClosedTo({ mine, here }: { readonly mine: Session; readonly here: Place }) {
  return (
    <Frame mine={mine} here={here}>
      <div class="panel empty">
        <h2>{frame.closedTo.title}</h2>
        <p>{fill(frame.closedTo.lead, { organization: mine.claims.tenantName })}</p>
        <p class="row">
          <PageLink page="dashboard" class="button main">
            {frame.closedTo.submit}
          </PageLink>
        </p>
      </div>
    </Frame>
  )
}

function ToSignIn({ from }: { readonly from: Place }) {
  useEffect(() => {
    // After signing out the next person may be another one.
    const why = sessionEnding.peek()
    const terminalOn = terminalMachine.peek()
    if (why === undefined || why === 'ended' || why === 'expired') {
      wantPage(terminalOn === undefined ? from : { terminalOn })
    }
    go('signIn', { replace: true })
  }, [])
  return null
}
