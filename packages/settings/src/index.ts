/**
 * What an operator may say to the gateway and to its command: read from the environment, checked,
 * and put into the form in which the core and the adapters are given it. The pages of the
 * documentation are drawn from, and held to, the same list.
 */
export { type Edition, editions, type Feature, isPartOf, providerSignIn } from './editions.ts'
export type { PageName, PagesSettings } from './pages-settings.ts'
export { readSettings, type SettingsReading } from './read-settings.ts'
export { readSomeSettings } from './read-some-settings.ts'
export { settingNames } from './read-values.ts'
export { type Environment, readVariables } from './read-variables.ts'
export type { Remark } from './remark.ts'
export { maxWorkers } from './schemas/numbers.ts'
export { expectedOf, type Setting, type SettingList } from './setting.ts'
export { settingGroups, settingList } from './setting-groups.ts'
export type {
  CredentialStoreSettings,
  DatabaseSettings,
  HttpSettings,
  KeycloakSettings,
  KeySettings,
  LogLevel,
  MailSettings,
  OidcSettings,
  PinnedSecret,
  Settings,
} from './settings.ts'
export {
  keySettingNames,
  rotationSettingNames,
  toKeySettings,
  toRotationSettings,
} from './to-key-settings.ts'
export {
  credentialStoreSettingNames,
  databaseSettingNames,
  toCredentialStoreSettings,
  toDatabaseSettings,
} from './to-storage-settings.ts'
