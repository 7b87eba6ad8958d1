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

/** A page for a signed-in person. */
export interface FrameProps {
  /** The session of the person. */
  readonly mine: Session
  /** The place of this page. */
  readonly here: Place
  /** A text about the page, below its heading. */
  readonly lead?: ComponentChildren
  /** The most important action, beside the heading. */
  readonly action?: ComponentChildren
  /** The title, unless it is that of the place. */
  readonly title?: string
  /**
   * The width; unless given, wide enough for lists. The content of a `whole` page fills the window, and only
   * screen readers get its heading.
   */
  readonly width?: 'narrow' | 'whole'
  /** The content of the page. */
  readonly children: ComponentChildren
}

/** The bar, the heading and the content. The heading takes the focus on a change of page. */
export function Frame(props: FrameProps) {
  const { mine, here, lead, action, width, title = frame.places[here], children } = props
  // The focus is in the content of a whole page, whose title may become known later.
  const heading = useHeading(width === 'whole' ? width : title)
  useTitle(title)
  useEffect(() => void learnSessionLength(mine), [mine.claims.tenantId])
  // A message belongs to the page that is left.
  useEffect(() => () => tell(''), [])
  return (
    <div class="inside">
      <a class="skip" href="#content">
        {messages.dashboard.skip}
      </a>
      <Bar mine={mine} here={here} />
      <SessionBand mine={mine} />
      <main id="content" tabIndex={-1} class={`content ${width ?? ''}`}>
        <div class={width === 'whole' ? 'unseen' : 'head'}>
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
