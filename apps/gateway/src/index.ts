/**
 * What the operator's command and the documentation share with the gateway: its settings, how it
 * opens what they name, and the tables that pages are drawn from. For this repository alone.
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
export * from './compose/open-database.ts'
export { openKeyRing } from './compose/open-key-ring.ts'
export * from './metrics/definition.ts'
export * from './metrics/definitions.ts'
export type { PageConfig } from './pages/page-config.ts'
export { problems } from './problems/problems.ts'
export * from './runtime/log.ts'
export * from './settings/config-file.ts'
export * from './settings/read-settings.ts'
export * from './settings/read-some-settings.ts'
export * from './settings/read-values.ts'
export * from './settings/read-variables.ts'
export * from './settings/schemas/storage.ts'
export * from './settings/setting.ts'
export * from './settings/setting-groups.ts'
export * from './settings/settings.ts'
export * from './settings/to-key-settings.ts'
export * from './settings/to-storage-settings.ts'
