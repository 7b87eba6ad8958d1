import { signal } from '@preact/signals'

const sizeKey = 'gatehouse.terminal.size'
const screenReaderKey = 'gatehouse.terminal.screen-reader'

const smallest = 10
const largest = 24

/** The size of letters in CSS pixels; remembered on this device. */
export const letterSize = signal(readSize())

/** Whether the terminal supports screen readers; remembered on this device. */
export const forScreenReader = signal(read(screenReaderKey) === 'on')

/** Makes the letters larger or smaller, within 10 to 24 pixels. */
export function changeLetterSize(by: number): void {
  letterSize.value = Math.min(largest, Math.max(smallest, letterSize.peek() + by))
  write(sizeKey, String(letterSize.peek()))
}

/** Turns the support for screen readers on or off. */
export function toggleScreenReader(): void {
  forScreenReader.value = !forScreenReader.peek()
  write(screenReaderKey, forScreenReader.peek() ? 'on' : 'off')
}

/** On a phone smaller letters, so that a line has more than 40. */
function readSize(): number {
  const size = Number(read(sizeKey))
  if (Number.isInteger(size) && size >= smallest && size <= largest) return size
  return matchMedia('(max-width: 44rem)').matches ? 12 : 14
}

/** Storage may be blocked; then a choice lasts as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Blocked, or full.
  }
}
