/** The type of a route in the auth API, and its addresses. */
import type { Auth, Requester } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type * as answers from '../answers/answers.ts'
import type { Feature } from '../editions.ts'
import type { ProblemCode } from '../problems/problems.ts'

/** The core's use cases by name: those whose command names the client that sent the request. */
export type UseCase = {
  readonly [Name in keyof Auth]: Parameters<Auth[Name]> extends [{ readonly from: Requester }]
    ? Name
    : never
}[keyof Auth]

/** The use cases of redirect routes, which take no body. */
export type RedirectingUseCase = 'startOidcLogin' | 'finishOidcLogin'

/** The use cases that answer in lines, at the address of another operation. */
export type StreamingUseCase = 'exportAudit'

/** A path of the API, with parameters in braces as in OpenAPI: `/api/auth/sessions/{id}`. */
export type ApiPath = `/api/auth/${string}`

/** The names of the parameters in a path. */
export type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** One route of the auth API. */
export interface Operation extends Feature {
  /** The HTTP method. */
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** The whole path, without a query. */
  readonly path: ApiPath
  /**
   * Set when a `super_admin` may name the organization: the route exists below
   * `/api/auth/tenants/{tenant_id}` too.
   */
  readonly ofTenant?: true
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** Its group in the OpenAPI document; `login` unless given. */
  readonly tag?: Tag
  /** The schema of the query; without it the query is ignored. */
  readonly query?: v.GenericSchema
  /** The schema of the body; without it the body is ignored. */
  readonly body?: v.GenericSchema
  /** Whether the body may be a form (`application/x-www-form-urlencoded`), too. */
  readonly form?: true
  /**
   * Whether it needs `Authorization: Bearer`, or takes it for a proof among others. With `secret` it is
   * that of a backend, and there is no such route while none is set.
   */
  readonly bearer?: true | 'optional' | 'secret'
  /** Whether it reads and sets the cookie of a kept session; it answers pages of this origin alone then. */
  readonly keptCookie?: true
  /** The status of a good answer. */
  readonly status: 200 | 201
  /** The names of the schemas of a successful answer. */
  readonly answers: readonly (keyof typeof answers)[]
  /** The schema of each line, for clients that accept `application/jsonl` instead of JSON. */
  readonly lines?: keyof typeof answers
  /** The problems that it can answer with, besides those of every route. */
  readonly problems: readonly ProblemCode[]
}

/** The groups of routes in the OpenAPI document, with a description of each. */
export const tags = {
  login: 'Signing up, in and out',
  organization: 'The settings of an organization',
  members: 'The people of an organization, for its administrators',
  me: 'The own account',
  backend: 'What the machine backend, and proxies in front of it, ask',
  invitations: 'How people become members of an organization',
  audit: 'Who did what',
  machines: 'Machines and their terminals',
  kept: 'The session that a browser keeps, for the pages of this service',
} as const satisfies Readonly<Record<string, string>>

/** The name of a group. */
export type Tag = keyof typeof tags

/** The descriptions of path parameters, by name. */
export const pathParameters: Readonly<Record<string, string>> = {
  tenant_id: 'The organization; for a `super_admin`',
  user_id: 'The member: `id` in the list',
  id: 'As the list has it',
}

const ownPrefix = '/api/auth/'
const tenantPrefix = '/api/auth/tenants/{tenant_id}/'

/** Every address of a route: its own first, and the one for a named organization. */
export function pathsOf({
  path,
  ofTenant,
}: Pick<Operation, 'path' | 'ofTenant'>): readonly ApiPath[] {
  return ofTenant ? [path, `${tenantPrefix}${path.slice(ownPrefix.length)}`] : [path]
}

/** The names of the parameters in a path, in their order. */
export function parametersIn(path: ApiPath): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The pattern of a path: each parameter is one non-empty segment. */
export function patternOf(path: ApiPath): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
