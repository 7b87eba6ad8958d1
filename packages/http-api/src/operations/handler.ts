import type { Auth, Requester } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type { ParametersIn } from './operation.ts'
import type { OperationName, operations } from './operations.ts'

/** What a route gives to its handler besides the body. */
export interface Call<Path = unknown, Query = unknown> {
  /** The client that sent the request. */
  readonly from: Requester
  /** The token from `Authorization`; empty without one. */
  readonly token: string
  /** The token of the session that the browser keeps; empty without one. */
  readonly keptToken: string
  /** The organization in the path; `undefined` without one. */
  readonly tenantId: string | undefined
  /** The parameters of the path, decoded. */
  readonly path: Path
  /** The query as its schema parses it. */
  readonly query: Query
}

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

type Table = typeof operations

type Body<Name extends OperationName> = Table[Name] extends { readonly body: infer Schema }
  ? OutputOf<Schema>
  : undefined

type QueryOf<Name extends OperationName> = Table[Name] extends { readonly query: infer Schema }
  ? OutputOf<Schema>
  : undefined

type PathOf<Name extends OperationName> = Readonly<
  Record<ParametersIn<Table[Name]['path']>, string>
>

/** One use case for each operation. */
export type Handlers = {
  readonly [Name in OperationName]: (
    body: Body<Name>,
    call: Call<PathOf<Name>, QueryOf<Name>>,
  ) => ReturnType<Auth[Name]>
}
