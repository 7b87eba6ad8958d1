/** `1 minute`, `5 minutes`. */
export function minutesInWords(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
