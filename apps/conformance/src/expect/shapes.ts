import type { Answer, Json } from '../target/answer.ts'
import { readToken } from '../target/tokens.ts'
import { expectAnswer, expectFields, expectItems, expectThat, type Fields } from './expect.ts'

/** An element of `tenants` and `available_tenants`. */
export const tenantEntry: Fields = {
  tenant_id: 'string that is not empty',
  tenant_name: 'string that is not empty',
  username: 'string that is not empty',
  user_id: 'string that is not empty',
}

/** The `user` object. */
export const userObject: Fields = {
  id: 'string that is not empty',
  username: 'string that is not empty',
  email: 'string that is not empty',
  first_name: 'string',
  last_name: 'string',
  tenant_id: 'string that is not empty',
  tenant_name: 'string that is not empty',
  role: 'string that is not empty',
  machine_role: 'string',
  groups: 'array of string',
  email_verified: 'boolean',
  api_key: 'string',
}

/** The claims of an access token. */
export const claimTypes: Fields = {
  user_id: 'string that is not empty',
  username: 'string that is not empty',
  email: 'string that is not empty',
  tenant_id: 'string that is not empty',
  tenant_name: 'string that is not empty',
  role: 'string that is not empty',
  machine_role: 'string',
  groups: 'array of string',
  identity_provider_id: 'string that is not empty',
  source: 'string that is not empty',
  iss: 'string that is not empty',
  exp: 'integer',
  iat: 'integer',
}

/** The roles that there are. */
const roles: readonly unknown[] = ['super_admin', 'company_admin', 'user']

/** What a login that is complete gives. */
export interface TokenAnswer {
  /** The access token. */
  readonly token: string
  /** For choosing another tenant. */
  readonly sessionToken: string
  /** The user object. */
  readonly user: Json
  /** The lifetime of the token in seconds. */
  readonly expiresIn: number
  /** The tenant entries. */
  readonly tenants: readonly Json[]
}

/** The answer is scenario A, the whole of it. @throws {Deviation} For the first thing that is not so. */
export function expectTokenAnswer(answer: Answer): TokenAnswer {
  const body = expectAnswer(answer, 200, {
    token: 'string that is not empty',
    user: 'object',
    expires_in: 'integer',
    session_token: 'string that is not empty',
    available_tenants: 'array of object',
  })
  const user = expectFields(body.user, userObject, `\`user\` of ${answer.request}`)
  const role = `a \`role\` that is one of ${roles.join(', ')}`
  expectThat(roles.includes(user.role), role, `\`${String(user.role)}\``)
  const tenants = expectTenants(body, 'available_tenants', answer.request)
  const { claims } = readToken(body.token)
  const lasts = Number(claims.exp) - Number(claims.iat)
  const came = `${String(body.expires_in)} in the answer of ${answer.request} and ${lasts} in the token`
  expectThat(lasts === body.expires_in, '`expires_in` to be `exp` less `iat` of the token', came)
  return {
    token: String(body.token),
    sessionToken: String(body.session_token),
    expiresIn: Number(body.expires_in),
    ...{ user, tenants },
  }
}

/** A list of tenant entries, one at least. @throws {Deviation} Otherwise. */
export function expectTenants(body: Json, field: string, request: string): readonly Json[] {
  const tenants = expectItems(body, field, `the answer of ${request}`)
  expectThat(tenants.length > 0, `one entry at least in \`${field}\` of ${request}`, 'none')
  for (const each of tenants) expectFields(each, tenantEntry, `an entry of \`${field}\``)
  return tenants
}
