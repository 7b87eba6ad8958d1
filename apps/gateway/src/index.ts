/**
 * What other workspaces of this repository take from the gateway; it is no interface for embedders.
 * The operator's command reads the settings that it needs and opens what they name. The pages of
 * the documentation are drawn from, and held to, the tables of routes, problems, metrics and
 * settings.
 */
export * as answers from './api/answers.ts'
export { type Operation, operations } from './api/operations.ts'
export {
  findMasterKeys,
  type MasterKeys,
  masterKeyFile,
  sealedOtherwise,
} from './compose/master-keys.ts'
export { openCredentialStore } from './compose/open-credential-store.ts'
export { halfMoved, nameOfDatabase, openDatabase } from './compose/open-database.ts'
export { openKeyRing } from './compose/open-key-ring.ts'
export type { Definition } from './metrics/definition.ts'
export { definitionGroups, definitions } from './metrics/definitions.ts'
export type { PageConfig } from './pages/page-config.ts'
export { problems } from './problems/problems.ts'
export { readSettings } from './settings/read-settings.ts'
export { readSomeSettings } from './settings/read-some-settings.ts'
export { settingNames } from './settings/read-values.ts'
export { type Environment, readVariables } from './settings/read-variables.ts'
export { expectedOf, type Setting, type SettingList } from './settings/setting.ts'
export { settingGroups, settingList } from './settings/setting-groups.ts'
export type {
  CredentialStoreSettings,
  DatabaseSettings,
  KeySettings,
} from './settings/settings.ts'
export {
  keySettingNames,
  rotationSettingNames,
  toKeySettings,
  toRotationSettings,
} from './settings/to-key-settings.ts'
export {
  credentialStoreSettingNames,
  databaseSettingNames,
  toCredentialStoreSettings,
  toDatabaseSettings,
} from './settings/to-storage-settings.ts'
