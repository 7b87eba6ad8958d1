/**
 * Loaded before the gateway: writes down what the request that asks for it sends to PostgreSQL, message by
 * message. What other requests and the jobs send is not counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, Server, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { tripsHeader } from './trips-header.ts'

const messages = new AsyncLocalStorage<string[]>()
const file = process.env.TRIPS_FILE ?? ''

interface Sent {
  readonly text?: string
  /** What is sent together. */
  readonly statements?: readonly { readonly text: string }[]
}

// The very module that the gateway uses.
const { Client } = createRequire(import.meta.resolve('@gatehouse/sql'))('pg') as {
  Client: { prototype: { query: (this: unknown, ...parameters: unknown[]) => unknown } }
}
const { query } = Client.prototype
Client.prototype.query = function queryCounted(...parameters) {
  const { text = '', statements = [{ text }] } = parameters[0] as Sent
  messages.getStore()?.push(statements.map((one) => one.text).join('; '))
  return query.apply(this, parameters)
}

const { emit } = Server.prototype
Server.prototype.emit = function emitCounted(
  this: Server,
  event: string,
  ...parameters: unknown[]
) {
  const [request] = parameters as [IncomingMessage | undefined]
  const isCounted = event === 'request' && request?.headers[tripsHeader] !== undefined
  const work = (): boolean => emit.apply(this, [event, ...parameters] as never)
  return isCounted ? messages.run([], work) : work()
} as typeof emit

const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function endCounted(this: ServerResponse, ...parameters: never) {
  const sent = messages.getStore()
  if (sent) writeFileSync(file, JSON.stringify(sent))
  return end.apply(this, parameters)
} as typeof end
