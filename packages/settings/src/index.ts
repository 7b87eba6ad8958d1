/**
 * The operator's settings for the gateway and its command: read from the environment, checked, and turned
 * into the forms that the core and the adapters use. Pages of the documentation are drawn from the same list,
 * and tests compare them with it.
 */
export type { PageName, PagesSettings } from './pages-settings.ts'
export { readSettings, type SettingsReading } from './read-settings.ts'
export { readSomeSettings } from './read-some-settings.ts'
export { settingNames } from './read-values.ts'
export { type Environment, readVariables } from './read-variables.ts'
export type { Remark } from './remark.ts'
export { maxWorkers } from './schemas/numbers.ts'
export { expectedOf, type Setting, type SettingList } from './setting.ts'
export { settingGroups, settingList, type ValuesOfNames } from './setting-groups.ts'
export type {
  CredentialStoreSettings,
  DatabaseSettings,
  HttpSettings,
  KeySettings,
  LogSettings,
  OidcSettings,
  PinnedSecret,
  Settings,
} from './settings.ts'
export { backendSettingNames, toBackendSettings } from './to-backend-settings.ts'
export {
  keySettingNames,
  rotationSettingNames,
  toKeySettings,
  toRotationSettings,
} from './to-key-settings.ts'
export { mailSettingNames, toBrandSettings, toMailSettings } from './to-mail-settings.ts'
export {
  credentialStoreSettingNames,
  databaseSettingNames,
  toCredentialStoreSettings,
  toDatabaseSettings,
} from './to-storage-settings.ts'
