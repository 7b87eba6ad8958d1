/**
 * `@gatehouse/gateway/records`: what the operator's command opens of a gateway's records. Apart from the rest, since a
 * command loads what it opens, and nothing else.
 */
export { halfMoved } from '@gatehouse/embed/sql'
export {
  findMasterKeys,
  type MasterKeys,
  masterKeyFile,
  sealedOtherwise,
} from './compose/master-keys.ts'
export { nameOfDatabase, openDatabase } from './compose/open-database.ts'
export { openKeyRing } from './compose/open-key-ring.ts'
