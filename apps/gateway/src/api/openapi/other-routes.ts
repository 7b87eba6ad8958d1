import type { ProblemCode } from '@gatehouse/http-api'
import { checkPath } from '../../lib/check-path.ts'
import { checkProblems, checkRoute } from './check-route.ts'
import { machineProblems, machineRoutes } from './machine-routes.ts'

type Json = { readonly [key: string]: unknown }

/** A route of the gateway's that is no operation of the auth API. */
export interface OtherRoute {
  /** Its whole path, with parameters in braces. */
  readonly path: string
  /** What it takes and answers, without problems. */
  readonly operation: Json & { readonly responses: Json }
  /** The codes that it is refused with, besides those of every route. */
  readonly codes: readonly ProblemCode[]
}

/** Those routes, all of them for GET. */
export const otherRoutes: readonly OtherRoute[] = [
  ...Object.entries(machineRoutes).map(([path, operation]) => ({
    path,
    operation,
    codes: machineProblems,
  })),
  { path: checkPath, operation: checkRoute, codes: checkProblems },
]
