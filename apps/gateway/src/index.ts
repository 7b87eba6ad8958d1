/**
 * What other workspaces of this repository use of the gateway; embedders must not use it. The operator's
 * command opens the parts of a gateway. The documentation is drawn from the tables of routes, problems and
 * metrics, and tests compare them.
 */

export { halfMoved } from '@gatehouse/embed/sql'
export { answers, type Operation, operations, pathsOf, problems } from '@gatehouse/http-api'
export type { Definition } from '@gatehouse/prometheus'
export {
  findMasterKeys,
  type MasterKeys,
  masterKeyFile,
  sealedOtherwise,
} from './compose/master-keys.ts'
export { openCredentialStore } from './compose/open-credential-store.ts'
export { nameOfDatabase, openDatabase } from './compose/open-database.ts'
export { openKeyRing } from './compose/open-key-ring.ts'
export { openMailer } from './compose/open-mailer.ts'
export { definitionGroups, definitions } from './metrics/definitions.ts'
export type { PageConfig } from './pages/page-config.ts'
export { version } from './runtime/version.ts'
