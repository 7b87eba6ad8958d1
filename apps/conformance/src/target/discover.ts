import { Hindered } from '../expect/outcomes.ts'
import type { Edition } from '../terms.ts'
import { isObject } from './answer.ts'
import type { Client } from './client.ts'

/** What a service says of itself, or shows. */
export interface Discovery {
  /** The edition: the newer one if it has a route that came with it. */
  readonly edition: Edition
  /** Methods and paths of its OpenAPI document, such as `POST /api/auth/login`; `undefined` without one. */
  readonly routes: ReadonlySet<string> | undefined
}

/** Finds out what a service offers. @throws {Hindered} When it does not answer, or has no login. */
export async function discover(client: Client): Promise<Discovery> {
  const login = await client.post('/api/auth/login', {})
  if (login.status === 404) {
    throw new Hindered('there is no POST /api/auth/login at this address: it answered 404')
  }
  const forgot = await client.post('/api/auth/forgot-password', {})
  const { status, body } = await client.call('GET', '/openapi.json')
  const paths = status === 200 && isObject(body.paths) ? Object.entries(body.paths) : []
  const routes = paths.flatMap(([path, item]) =>
    Object.keys(isObject(item) ? item : {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  return {
    edition: forgot.status === 404 ? '1.1.0' : '1.2.0',
    routes: routes.length === 0 ? undefined : new Set(routes),
  }
}
