import { signal } from '@preact/signals'

/** Now, in milliseconds, once a second. */
export const now = signal(Date.now())

setInterval(() => {
  now.value = Date.now()
}, 1000)
