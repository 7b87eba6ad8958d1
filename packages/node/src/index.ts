export type { NodeSecretsOptions } from './node-secrets.ts'
export { createNodeSecrets } from './node-secrets.ts'
export { createSystemClock } from './system-clock.ts'
