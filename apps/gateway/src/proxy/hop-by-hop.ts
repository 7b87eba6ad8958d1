const alwaysHopByHop: ReadonlySet<string> = new Set([
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
 * Tells which header fields of one message end at this hop: those of RFC 9110, section 7.6.1, and
 * those that its `Connection` names. `Connection` cannot name `Content-Length`: a body without its
 * length would be read as the next request.
 *
 * @param rawHeaders Names and values by turns.
 * @returns A test of a name in lower case.
 */
export function hopByHop(rawHeaders: readonly string[]): (lowerCaseName: string) => boolean {
  const named = new Set(connectionOptions(rawHeaders))
  named.delete('content-length')
  return (name) => alwaysHopByHop.has(name) || named.has(name)
}

/** The options of every `Connection` field of a message, in lower case. */
export function connectionOptions(rawHeaders: readonly string[]): readonly string[] {
  return valuesOf(rawHeaders, 'connection')
    .flatMap((value) => value.split(','))
    .map((option) => option.trim().toLowerCase())
}

/**
 * Every value of one field, in the order of the message.
 * @param name In lower case.
 */
export function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
}
