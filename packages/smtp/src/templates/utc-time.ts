/** `2030-01-31 at 09:05 UTC`: the same for readers everywhere. */
export function utcTime(moment: Date): string {
  const iso = moment.toISOString()
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`
}
