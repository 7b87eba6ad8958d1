/** What a route of the auth API is, and at which addresses it is found. */
import type { Auth, Requester } from '@gatehouse/auth-core'
import type { Feature } from '@gatehouse/settings'
import type * as v from 'valibot'
import type { ProblemCode } from '../problems/problems.ts'
import type * as answers from './answers.ts'

/** The core's use cases by name: all that is asked with a command that says who asks. */
export type UseCase = {
  readonly [Name in keyof Auth]: Parameters<Auth[Name]> extends [{ readonly from: Requester }]
    ? Name
    : never
}[keyof Auth]

/** Those that browsers are sent through: their routes redirect, and take no body. */
export type RedirectingUseCase = 'startOidcLogin' | 'finishOidcLogin'

/** Those that answer in lines, at the address of another one. */
export type StreamingUseCase = 'exportAudit'

/** An address of the API. Parameters stand in braces, as in OpenAPI: `/api/auth/sessions/{id}`. */
export type ApiPath = `/api/auth/${string}`

/** The names of the parameters in a path. */
export type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** One route of the auth API. */
export interface Operation extends Feature {
  /** One of the methods that its path takes. */
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** The whole path, without a query. */
  readonly path: ApiPath
  /**
   * Whether a `super_admin` may name the organization: the route is found below
   * `/api/auth/tenants/{tenant_id}`, too.
   */
  readonly ofTenant?: true
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** What it belongs to, in the OpenAPI document. */
  readonly tag?: Tag
  /** What the query must be; without it a query is not looked at. */
  readonly query?: v.GenericSchema
  /** What the body must be; without it a body is not looked at. */
  readonly body?: v.GenericSchema
  /** Whether the body may be a form (`application/x-www-form-urlencoded`), too. */
  readonly form?: true
  /**
   * Whether it needs `Authorization: Bearer`, or takes it for a proof among others. With `secret` it is
   * that of a backend, and there is no such route while none is set.
   */
  readonly bearer?: true | 'optional' | 'secret'
  /** The status of a good answer. */
  readonly status: 200 | 201
  /** The shapes of a good answer. */
  readonly answers: readonly (keyof typeof answers)[]
  /** The shape of each line, for callers that accept `application/jsonl` in place of JSON. */
  readonly lines?: keyof typeof answers
  /** The problems it can answer with, beside those that every route has. */
  readonly problems: readonly ProblemCode[]
}

/** The groups of routes in the OpenAPI document, and what each is about. */
export const tags = {
  organization: 'The settings of an organization',
  members: 'The people of an organization, for its administrators',
  me: 'The own account',
  backend: 'What the machine backend asks',
  invitations: 'How people become members of an organization',
  audit: 'Who did what',
} as const satisfies Readonly<Record<string, string>>

/** One of them. */
export type Tag = keyof typeof tags

/** What the parameters of paths are, by their names. */
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

/** The pattern of a path: what stands for a parameter is one segment, and not empty. */
export function patternOf(path: ApiPath): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
