import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { thisMinute } from '../../clock.ts'
import { config } from '../../config.ts'
import { go } from '../../flow/router.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { dayAndTime } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { type Session, sessionEnd } from '../../session/session.ts'
import { sessionSecondsIn } from '../../session/session-length.ts'
import { signOut } from '../../session/session-store.ts'
import { Icon } from '../icon.tsx'
import { PageLink } from '../page-link.tsx'
import { leave } from './leave.ts'
import { type Place, Places } from './places.tsx'
import { TenantSwitcher } from './tenant-switcher.tsx'

/**
 * The bar with the current place, the other places and the way out. On a phone, most of it is behind one
 * button.
 */
export function Bar({ mine, here }: { readonly mine: Session; readonly here: Place }) {
  const isUnfolded = useSignal(false)
  useEscape(() => {
    isUnfolded.value = false
  })
  const telling = { language, now: thisMinute.value }
  const end = dayAndTime(sessionEnd(mine, sessionSecondsIn(mine)), telling)
  const { name, logo } = config.brand
  return (
    <header
      class="bar"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // The sheet would cover the control that has the focus next. A dialog returns the focus to it.
        const next = relatedTarget instanceof Element ? relatedTarget : currentTarget
        if (!currentTarget.contains(next) && !next.closest('dialog')) isUnfolded.value = false
      }}
    >
      <PageLink
        page="dashboard"
        class="brand"
        label={fill(frame.brand, { brand: name })}
        isHere={here === 'dashboard'}
        leave={leave}
      >
        <img src={logo} alt="" width="28" height="28" />
        <span>{name}</span>
      </PageLink>
      <TenantSwitcher mine={mine} />
      <button
        type="button"
        class="quiet unfold"
        aria-expanded={isUnfolded.value}
        aria-controls="places"
        onClick={() => {
          isUnfolded.value = !isUnfolded.value
        }}
      >
        <Icon name="menu" />
        {frame.menu}
      </button>
      <div class="places" id="places">
        <Places mine={mine} here={here} />
        <p class="until">{fill(frame.until, { day: end })}</p>
        <button type="button" class="quiet" onClick={() => leave(goodBye)}>
          {messages.dashboard.signOut}
        </button>
      </div>
    </header>
  )
}

/** Acts on Escape wherever the focus is. */
function useEscape(act: () => void): void {
  useLayoutEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function goodBye(): void {
  void signOut()
  go('signIn', { replace: true })
}
