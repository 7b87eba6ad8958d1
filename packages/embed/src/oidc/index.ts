/** `@gatehouse/embed/oidc`: identity providers. Needs `@gatehouse/oidc`. */
export { type OidcOptions, oidc } from './oidc.ts'
