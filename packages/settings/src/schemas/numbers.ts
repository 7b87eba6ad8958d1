import * as v from 'valibot'

// A leading zero, a sign or an exponent is more often a slip than meant (T-37).
const whole = /^(?:0|[1-9]\d{0,14})$/
const decimal = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,12})?$/

const secondsOf = { minutes: 60, hours: 3600, days: 24 * 3600 } as const

/** More processes than that are probably a mistake. */
export const maxWorkers = 64

/** A TCP port. */
export const port = v.pipe(
  v.string(),
  v.regex(whole),
  v.transform(Number),
  v.maxValue(65_535),
  v.description('a port number from 0 to 65535'),
)

/** A TCP port, or none. */
export const portOrOff = v.pipe(
  v.union([v.literal('off'), port]),
  v.description('a port number from 0 to 65535, or `off`'),
)

/** A whole number of something, within bounds. */
export function wholeNumber(
  what: string,
  { min, max }: { readonly min: number; readonly max: number },
) {
  return v.pipe(
    v.string(),
    v.regex(whole),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number of ${what} from ${min} to ${max}`),
  )
}

/** The number of processes, or one for each core. */
export const workers = v.pipe(
  v.union([v.literal('auto'), wholeNumber('processes', { min: 1, max: maxWorkers })]),
  v.description(`\`auto\`, or a whole number of processes from 1 to ${maxWorkers}`),
)

/** A whole number of seconds, from one second to one day. */
export const seconds = wholeNumber('seconds', { min: 1, max: secondsOf.days })

/** A duration, with its unit in the name of the member. */
export interface Duration {
  /** Whole seconds. */
  readonly seconds: number
}

/** A time in the unit of the setting's name, fractions allowed, rounded to whole seconds. */
export function duration(unit: keyof typeof secondsOf, { max }: { readonly max: number }) {
  return v.pipe(
    v.string(),
    v.regex(decimal),
    v.transform((text) => Math.round(Number(text) * secondsOf[unit])),
    v.minValue(1),
    v.maxValue(max * secondsOf[unit]),
    v.transform((seconds): Duration => ({ seconds })),
    v.description(`a number of ${unit}, fractions allowed, from one second to ${max} ${unit}`),
  )
}
