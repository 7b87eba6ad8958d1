import { type AuthSettings, defaultSettings } from './settings.ts'

/**
 * Holds settings to what their types say, for callers without a compiler: a duration or a count that
 * is none would be compared with and never reached, so that a token or a limit has no end.
 *
 * @throws {TypeError} Naming the first setting that is missing or none.
 */
export function assertSettings(settings: AuthSettings): void {
  assertLike(settings, defaultSettings, 'settings')
}

/** Compares with a model, member by member. Lists and tables hold what the operator likes. */
function assertLike(value: unknown, model: unknown, name: string): void {
  if (typeof model === 'number') {
    if (Number.isFinite(value) && Number(value) >= 0) return
  } else if (Array.isArray(model)) {
    if (Array.isArray(value)) return
  } else if (isObject(model)) {
    if (isObject(value)) {
      for (const [member, expected] of Object.entries(model)) {
        assertLike(value[member], expected, `${name}.${member}`)
      }
      return
    }
  } else if (typeof value === typeof model) return
  throw new TypeError(`${name} is missing, or not what it has to be`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
