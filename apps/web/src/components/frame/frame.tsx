import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { messages } from '../../messages/current-messages.ts'
import { frame } from '../../messages/frame.ts'
import type { Session } from '../../session/session.ts'
import { learnSessionLength } from '../../session/session-length.ts'
import '../../styles/frame.css'
import '../../styles/menus.css'
import '../../styles/dialogs.css'
import { useTitle } from '../card.tsx'
import { useHeading } from '../use-heading.ts'
import { Bar } from './bar.tsx'
import { LeaveShell } from './leave-shell.tsx'
import type { Place } from './places.tsx'
import { RecentLoginDialog } from './recent-login-dialog.tsx'
import { SessionBand } from './session-band.tsx'
import { tell } from './toast.ts'
import { ToastLine } from './toast-line.tsx'

/** A page of a person who is signed in. */
export interface FrameProps {
  /** Who is signed in. */
  readonly mine: Session
  /** Which of the places this is. */
  readonly here: Place
  /** What the page is about, below its heading. */
  readonly lead?: ComponentChildren
  /** What most people came for, beside the heading. */
  readonly action?: ComponentChildren
  /** As wide as lists need, unless given. */
  readonly width?: 'narrow'
  /** The heading is there for screen readers alone. */
  readonly isHeadingUnseen?: boolean
  /** The page itself. */
  readonly children: ComponentChildren
}

/** The bar, the heading and the content. The heading takes the focus when one page follows another. */
export function Frame(props: FrameProps) {
  const { mine, here, lead, action, width, isHeadingUnseen = false, children } = props
  const title = frame.places[here]
  const heading = useHeading(title)
  useTitle(title)
  useEffect(() => void learnSessionLength(mine), [mine.claims.tenantId])
  // What was told belongs to the page that is left.
  useEffect(() => () => tell(''), [])
  return (
    <div class="inside">
      <a class="skip" href="#content">
        {messages.dashboard.skip}
      </a>
      <Bar mine={mine} here={here} />
      <SessionBand mine={mine} />
      <main id="content" tabIndex={-1} class={`content ${width ?? ''}`}>
        <div class={isHeadingUnseen ? 'unseen' : 'head'}>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead && <p class="soft">{lead}</p>}
          </div>
          {action}
        </div>
        {children}
      </main>
      <ToastLine />
      <LeaveShell />
      <RecentLoginDialog mine={mine} />
    </div>
  )
}
