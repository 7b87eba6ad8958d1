import {
  type AuthSettings,
  assertSettings,
  defaultSettings,
  type Limits,
} from '@gatehouse/auth-core'

/** The settings that differ from `defaultSettings`. */
export interface SettingChanges extends Partial<Omit<AuthSettings, 'limits'>> {
  /** The limits that differ. `seconds` is the length of the window. */
  readonly limits?: {
    readonly [Name in keyof Limits]?: { readonly points: number; readonly seconds: number }
  }
}

/**
 * The whole settings.
 *
 * @throws {TypeError} Naming the first setting that does not exist or has a wrong type.
 */
export function mergeSettings(changes: SettingChanges = {}): AuthSettings {
  assertKnown(changes, defaultSettings, 'settings')
  const { limits = {}, ...rest } = changes
  assertKnown(limits, defaultSettings.limits, 'settings.limits')
  const merged = { ...defaultSettings, ...rest, limits: mergeLimits(limits) } as AuthSettings
  assertSettings(merged)
  return merged
}

function mergeLimits(changes: NonNullable<SettingChanges['limits']>): Limits {
  const merged = Object.entries({ ...defaultSettings.limits }).map(([name, limit]) => {
    const change: unknown = changes[name as keyof Limits]
    if (change === undefined) return [name, limit] as const
    assertKnown(change, { points: 0, seconds: 0 }, `settings.limits.${name}`)
    return [name, { ...limit, ...change }] as const
  })
  return Object.fromEntries(merged) as unknown as Limits
}

function assertKnown(value: unknown, model: object, name: string): asserts value is object {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${name} has to be an object`)
  }
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(model, member))
  if (unknown !== undefined) throw new TypeError(`there is no setting ${name}.${unknown}`)
}
