import { afterEach } from '@jest/globals'

const closers: (() => Promise<void>)[] = []

/** Has something closed when the test that opened it is over; what was opened last goes first. */
export function closeAfterTest(close: () => Promise<void>): void {
  closers.push(close)
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
