/**
 * `@gatehouse/embed`: Gatehouse in a service of your own. What keeps records, passwords and mails has an entry of
 * its own (`@gatehouse/embed/sqlite`, `/postgres`, `/keycloak`, `/smtp`, `/oidc`), so that nothing has to be installed
 * that is not used.
 */
export { createVerifier, type Verifier, type VerifierOptions } from './create-verifier.ts'
export type { OnError } from './error-log.ts'
export type { SettingChanges } from './merge-settings.ts'
export type { HttpOptions } from './mount-routes.ts'
export { type Gatehouse, openGatehouse } from './open-gatehouse.ts'
export type { CredentialsPart, GatehouseOptions, MailerPart, RecordsPart } from './options.ts'
export type { OnEvent } from './parts/announce-events.ts'
export { printMails } from './print-mails.ts'
