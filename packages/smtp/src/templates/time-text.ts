/** `1 minute`, `5 minutes`. */
export function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** A moment as text: `2030-01-31 at 09:05 UTC`, the same for readers in all time zones. */
export function momentText(moment: Date): string {
  const iso = moment.toISOString()
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`
}
