import { defaultSettings } from '@gatehouse/auth-core'
import type { RotationSettings } from '@gatehouse/auth-core/operator'
import type { SettingName, ValuesOfNames } from './setting-groups.ts'
import type { KeySettings } from './settings.ts'

/** The settings that {@link toKeySettings} reads. */
export const keySettingNames = [
  'DATA_DIR',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'JWT_SECRET_PREVIOUS_UNTIL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
] as const satisfies readonly SettingName[]

/** The keys for signing and sealing. */
export function toKeySettings(values: ValuesOfNames<typeof keySettingNames>): KeySettings {
  const { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: before } = values
  const { JWT_SECRET_PREVIOUS_UNTIL: until, MASTER_KEY: masterKey } = values
  const previous = before && until ? { previous: { secret: before, until } } : {}
  return {
    dataDir: values.DATA_DIR,
    previousMasterKeys: values.MASTER_KEY_PREVIOUS ?? [],
    ...(secret ? { pinned: { secret, ...previous } } : {}),
    ...(masterKey ? { masterKey } : {}),
  }
}

/** The settings that {@link toRotationSettings} reads. */
export const rotationSettingNames = [
  'JWT_EXPIRY_HOURS',
  'SESSION_TOKEN_MINUTES',
  'MAX_SESSION_DAYS',
  'JWT_ROTATION_DAYS',
] as const satisfies readonly SettingName[]

/** When keys change, and how long the tokens that they sign are valid. */
export function toRotationSettings(
  values: ValuesOfNames<typeof rotationSettingNames>,
): RotationSettings {
  return {
    accessTokenSeconds: values.JWT_EXPIRY_HOURS.seconds,
    sessionTokenSeconds: values.SESSION_TOKEN_MINUTES.seconds,
    maxSessionSeconds: values.MAX_SESSION_DAYS.seconds,
    keyRotationSeconds: values.JWT_ROTATION_DAYS.seconds,
    keyLeadSeconds: defaultSettings.keyLeadSeconds,
  }
}
