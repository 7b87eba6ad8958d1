import { exchange, type Handler, type startBackend } from '@gatehouse/proxy/testing'
import { type AttackedSettings, mintToken } from '../attacked-gateway.ts'

/** A good token. */
export const token = mintToken()

/** The field with it. */
export const bearer = `Authorization: Bearer ${token}\r\n`

/** What is attacked: a gateway, or something else that keeps its promises, before a backend. */
export type StartAttacked = (
  settings?: AttackedSettings,
  handler?: Handler,
) => Promise<{
  readonly backend: Awaited<ReturnType<typeof startBackend>>
  /** Where requests go; `own` are those that the gateway answered itself, as method and target. */
  readonly gateway: { readonly port: number; readonly url: string; readonly own: readonly string[] }
  /** Sends a request whose answer ends the connection; with a good token unless fields are given. */
  ask(line: string, fields?: string, body?: string): Promise<string>
}>

/** Sends requests to a port whose answers end their connections. */
export function askAt(port: number) {
  return (line: string, fields = bearer, body = '') =>
    exchange(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n${body}`)
}

/** The status of an answer, as text. */
export function status(answer: string): string {
  return /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? `no answer: ${answer.slice(0, 40)}`
}

/** The values of the fields of a name, which is in lower case. */
export function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
}
