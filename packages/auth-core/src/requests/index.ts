/**
 * `@gatehouse/auth-core/requests`: how every part of a service reads who sent a request. Rules on header
 * fields and addresses alone, so that whoever needs one of them need not run the core.
 */
export { assertedNames, isAssertedName, isIdentityName } from './asserted-name.ts'
export { type BearerToken, bearerChallenge, bearerToken } from './bearer-token.ts'
export { type ClientAgents, clientType } from './client-type.ts'
export { headerValues } from './header-values.ts'
export { keptCookieName, withoutKeptCookie } from './kept-cookie-name.ts'
export {
  clientAddress,
  coverAll,
  createTrustedProxies,
  networkOf,
  peerAddress,
  type TrustedProxies,
  unreadableHop,
} from './network.ts'
