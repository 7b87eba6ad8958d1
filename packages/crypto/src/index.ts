/**
 * What auth-core and the database adapter need of Node: randomness and keyed digests
 * (`createNodeSecrets`), encryption at rest (`createSealer`), the master key from which both derive
 * their keys, lists of common passwords and of published signing secrets, the clock, and the
 * conversion of domain names.
 *
 * There is no cryptography of our own: all of it is `node:crypto`, with a key derived for each
 * purpose (HKDF). Files are read and made by the master key alone, and the lists are read.
 *
 * @example
 *   const masterKey = await loadOrCreateMasterKey({ file: 'data/master.key' })
 *   const secrets = createNodeSecrets({ masterKey })
 *   const sealer = createSealer({ masterKey })
 */
export { domainToAscii } from './domain-to-ascii.ts'
export { isKnownSecret } from './is-known-secret.ts'
export type { MasterKeyFile } from './load-or-create-master-key.ts'
export { loadOrCreateMasterKey, readMasterKey } from './load-or-create-master-key.ts'
export type { NodeSecretsOptions } from './node-secrets.ts'
export { createNodeSecrets } from './node-secrets.ts'
export { parseMasterKey } from './parse-master-key.ts'
export { createPasswordBlocklist } from './password-blocklist.ts'
export type { Sealer, SealerOptions } from './sealer.ts'
export { createSealer } from './sealer.ts'
export { createSystemClock } from './system-clock.ts'
