import { signal } from '@preact/signals'

/** The time in epoch milliseconds, renewed once a second. */
export const now = signal(Date.now())

setInterval(() => {
  now.value = Date.now()
}, 1000)
