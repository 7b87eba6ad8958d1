/**
 * What other workspaces of this repository take from the gateway; it is no interface for embedders.
 * The operator's command opens what the settings name. The pages of the documentation are drawn
 * from, and held to, the tables of routes, problems and metrics.
 */
export * as answers from './api/answers.ts'
export { type Operation, pathsOf } from './api/operation.ts'
export { operations } from './api/operations.ts'
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
