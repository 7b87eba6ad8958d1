import { computed, signal } from '@preact/signals'

/** The time in epoch milliseconds, renewed once a second. */
export const now = signal(Date.now())

/** The time, updated once a minute, for texts in minutes and days. */
export const thisMinute = computed(() => Math.floor(now.value / 60_000) * 60_000)

setInterval(() => {
  now.value = Date.now()
}, 1000)
