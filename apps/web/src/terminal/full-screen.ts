import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** Keys that a page in full screen may keep; not in every browser. */
interface Keyboard {
  readonly lock?: (keys: readonly string[]) => Promise<void>
}

/** Whether an element fills the window, or the whole screen. */
export interface FullScreen {
  /** Whether it does now. */
  readonly isFull: boolean
  /** Changes that. */
  readonly toggle: () => void
}

/**
 * Shows an element in full screen, where Escape still belongs to the terminal. A browser that would take Escape
 * to leave gets the whole window instead, which most can enlarge by F11.
 */
export function useFullScreen(place: { readonly current: HTMLElement | null }): FullScreen {
  const isFull = useSignal(false)
  useLayoutEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) isFull.value = false
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  const enter = async () => {
    isFull.value = true
    const { keyboard } = navigator as { readonly keyboard?: Keyboard }
    if (!keyboard?.lock || !document.fullscreenEnabled) return
    await place.current?.requestFullscreen()
    await keyboard.lock(['Escape'])
  }
  return {
    isFull: isFull.value,
    toggle() {
      if (!isFull.peek()) enter().catch(() => undefined)
      else if (document.fullscreenElement) void document.exitFullscreen()
      else isFull.value = false
    },
  }
}
