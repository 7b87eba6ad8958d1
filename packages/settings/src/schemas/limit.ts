import * as v from 'valibot'

const pattern = /^(?<points>[1-9]\d{0,8})\/(?<count>[1-9]\d{0,6})(?<unit>[smhd])$/
const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 24 * 3600 }
const longest = 31 * 24 * 3600

/** A number of attempts in a time, written as `200/15m`. */
export const limit = v.pipe(
  v.string(),
  v.regex(pattern),
  v.transform((text) => {
    const { points, count, unit = '' } = pattern.exec(text)?.groups ?? {}
    return { points: Number(points), seconds: Number(count) * (secondsOf[unit] ?? Number.NaN) }
  }),
  v.check(({ seconds }) => seconds <= longest),
  v.description('a count and a time such as `200/15m`, at most 31 days'),
)
