import { headerValues } from '@gatehouse/auth-core/requests'
import { createNameMemo } from './name-memo.ts'

/** The hop-by-hop fields of RFC 9110, section 7.6.1, and others in common use. In lower case. */
export const alwaysHopByHop: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The header fields that a message's `Connection` names, besides those that always end at a hop (RFC 9110,
 * section 7.6.1), in lower case. `Content-Length` is never among them: without its length a body would be
 * read as the next request.
 *
 * @param rawHeaders Names and values in turn.
 * @returns `undefined` when there are none, as in most messages.
 */
export function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined
  for (const value of headerValues(rawHeaders, 'connection')) {
    for (const option of optionsOf(value).names) named = (named ?? new Set()).add(option)
  }
  return named
}

// Remembered, because nearly every message has one of the same few values.
const optionsOf = createNameMemo((value) => ({
  names: splitOptions(value).filter(
    (name) => !alwaysHopByHop.has(name) && name !== 'content-length' && name !== 'close',
  ),
}))

/** The options of every `Connection` field of a message, in lower case. */
export function connectionOptions(rawHeaders: readonly string[]): readonly string[] {
  return headerValues(rawHeaders, 'connection').flatMap(splitOptions)
}

function splitOptions(value: string): readonly string[] {
  return value.split(',').map((option) => option.trim().toLowerCase())
}
