import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isAskedBeforeLeaving, leave } from '../components/frame/leave.ts'
import { tell } from '../components/frame/toast.ts'
import { askBeforeLeaving } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { terminal as m } from '../messages/terminal.ts'
import { Away } from './away.tsx'
import { useFullScreen } from './full-screen.ts'
import { KeyBar } from './key-bar.tsx'
import { openShell } from './open-shell.ts'
import { forScreenReader, letterSize } from './preferences.ts'
import { type RunningTerminal, runTerminal } from './run-terminal.ts'
import { StateLine } from './state-line.tsx'
import type { TerminalState } from './terminal-connection.ts'
import { nothingHeld } from './terminal-keys.ts'
import { Toolbar } from './toolbar.tsx'

/** States that only the person can leave. */
const over: readonly TerminalState[] = ['ended', 'failed', 'too_big', 'unknown']

/** States in which a program may run on the machine. */
const live: readonly TerminalState[] = ['open', 'reconnecting', 'reconnected']

/** States in which a terminal that was never open has nothing to show. */
const away: readonly TerminalState[] = ['offline', 'unknown', 'failed']

/** A machine, and the way back. */
export interface TerminalPanelProps {
  /** The id of the machine. */
  readonly machineId: string
  /** Its name for people. */
  readonly name: string
  /** The organization that it belongs to. */
  readonly organization: string
  /** Called to go back to the list. */
  readonly onClose: () => void
}

/** A terminal on a machine, with the state of its connection, its tools and its keys. */
export function TerminalPanel({ machineId, name, organization, onClose }: TerminalPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const full = useFullScreen(panel)
  const terminal = useTerminal(machineId, () => close.current?.focus())
  const { state, held } = terminal
  useGuard(state.value, name)
  useVisibleHeight()

  const tone = toneOf(state.value)
  const isAway = state.value !== undefined && away.includes(state.value) && !terminal.wasOpen.value
  const retry = () => terminal.use(({ connection }) => connection.restart())
  const next = state.value ? nextOf(state.value) : messages.retry
  return (
    <section class={`work ${full.isFull ? 'full' : ''}`} aria-label={m.bar} ref={panel}>
      <Toolbar name={name} tone={tone} full={full} closeRef={close} onClose={onClose} />
      <div class="stage">
        <div class="screen" data-state={state.value} inert={isAway}>
          <div ref={terminal.place} />
        </div>
        {isAway && state.value && (
          <Away
            state={state.value}
            why={terminal.why.value}
            {...{ name, organization, onClose }}
            onRetry={retry}
          />
        )}
      </div>
      {!isAway && (
        <>
          <KeyBar
            held={held.value}
            onHold={(next) => {
              held.value = next
            }}
            onPress={(key) => terminal.use(({ xterm }) => xterm.press(key))}
            onPaste={() => void paste(terminal)}
          />
          <StateLine
            state={state.value}
            why={terminal.why.value}
            tone={tone}
            size={terminal.size.value}
            held={held.value}
            next={next}
            onNext={state.value ? retry : terminal.begin}
          />
        </>
      )}
    </section>
  )
}

/** Runs a terminal for as long as the component is shown. */
function useTerminal(machineId: string, onLeave: () => void) {
  const state = useSignal<TerminalState | undefined>('connecting')
  const why = useSignal<string | undefined>(undefined)
  const wasOpen = useSignal(false)
  const size = useSignal('')
  const held = useSignal(nothingHeld)
  const place = useRef<HTMLDivElement>(null)
  const running = useRef<RunningTerminal | undefined>(undefined)

  const use = (work: (loaded: Awaited<RunningTerminal['loaded']>) => void) =>
    void running.current?.loaded.then(work, () => undefined)
  const begin = () => {
    if (!place.current) return
    state.value = 'connecting'
    running.current = runTerminal(place.current, machineId, {
      onState(next, cause) {
        state.value = next
        why.value = cause
        if (next === 'open') wasOpen.value = true
        if (over.includes(next) || next === 'refused') held.value = nothingHeld
      },
      onSize: (next) => {
        size.value = next
      },
      onLeave,
      takeHeld() {
        const taken = held.peek()
        held.value = nothingHeld
        return taken
      },
    })
    running.current.loaded.catch(() => {
      state.value = undefined
    })
  }
  useEffect(() => {
    begin()
    return () => running.current?.stop()
  }, [])
  useSignalEffect(() => {
    const pixels = letterSize.value
    use(({ xterm }) => xterm.setLetterSize(pixels))
  })
  useSignalEffect(() => {
    const isOn = forScreenReader.value
    use(({ xterm }) => xterm.supportScreenReader(isOn))
  })
  return { state, why, wasOpen, size, held, place, use, begin }
}

/** Tells the page about an open shell, and asks before anything ends it: also a reload, and going back. */
function useGuard(state: TerminalState | undefined, name: string): void {
  const isLive = state !== undefined && live.includes(state)
  // At once: what the page says and what it asks before leaving are the same.
  useLayoutEffect(() => {
    if (!isLive) return
    openShell.value = name
    const stay = (event: Event) => {
      if (isAskedBeforeLeaving()) event.preventDefault()
    }
    addEventListener('beforeunload', stay)
    const stopAsking = askBeforeLeaving({ isNeeded: isAskedBeforeLeaving, ask: leave })
    return () => {
      openShell.value = undefined
      removeEventListener('beforeunload', stay)
      stopAsking()
    }
  }, [isLive, name])
}

/** Keeps the page as high as what the keyboard of a phone leaves of it. */
function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const { style } = document.documentElement
    const follow = () => {
      // A page that is zoomed by two fingers keeps its layout.
      if (seen.scale === 1) style.setProperty('--seen', `${seen.height}px`)
    }
    follow()
    seen.addEventListener('resize', follow)
    return () => {
      seen.removeEventListener('resize', follow)
      style.removeProperty('--seen')
    }
  }, [])
}

async function paste({ use }: Pick<ReturnType<typeof useTerminal>, 'use'>): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    use(({ xterm }) => xterm.paste(text))
  } catch {
    // Refused, or not served over https.
    tell(m.pasteFailed)
  }
}

function toneOf(state: TerminalState | undefined): 'on' | 'wait' | 'off' {
  if (state === 'open' || state === 'reconnected') return 'on'
  return state === 'connecting' || state === 'reconnecting' ? 'wait' : 'off'
}

function nextOf(state: TerminalState): string | undefined {
  if (state === 'reconnecting' || state === 'offline') return m.now
  return over.includes(state) ? m.again : undefined
}
