/** Whether a value is a valid `Date`, of any JavaScript realm. */
export function isMoment(value: unknown): value is Date {
  try {
    // Throws for anything but a `Date`.
    return !Number.isNaN(Date.prototype.getTime.call(value))
  } catch {
    return false
  }
}

/** The moment `seconds` after `start`. */
export function secondsAfter(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}

/** A duration in minutes for people: whole minutes, rounded up. */
export function wholeMinutes(seconds: number): number {
  return Math.ceil(seconds / 60)
}

/** Unix time in whole seconds, rounded down: a `NumericDate` (RFC 7519, section 2). */
export function toNumericDate(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** Whether a value is a `NumericDate` in whole seconds that a `Date` can hold. */
export function isNumericDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && !Number.isNaN(fromNumericDate(Number(value)).getTime())
}

/** The moment a `NumericDate` names. */
export function fromNumericDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** The later of two moments. */
export function later(one: Date, other: Date): Date {
  return one >= other ? one : other
}

/** The earlier of two moments. */
export function earlier(one: Date, other: Date): Date {
  return one <= other ? one : other
}

/** The last moment that a `Date` can hold: later than whatever a wrong clock has dated. */
export const endOfTime = new Date(8.64e15)
