import { headerValues } from '@gatehouse/auth-core/requests'

/**
 * Why the end of a request's body, or its host, is ambiguous (RFC 9112, sections 3.2 and 6.3); `undefined` if
 * both are clear. Node's parser refuses most of these requests already; this check also holds if the parser
 * is ever set to be lenient. A transfer coding other than `chunked` is refused, because its name is needed to
 * read the body and would not reach the backend.
 *
 * @param rawHeaders Names and values in turn.
 */
export function framingFault(rawHeaders: readonly string[]): string | undefined {
  if (headerValues(rawHeaders, 'host').length > 1) return 'more than one Host'
  const lengths = headerValues(rawHeaders, 'content-length')
  const codings = headerValues(rawHeaders, 'transfer-encoding')
  if (lengths.length + codings.length > 1) return 'more than one length'
  if (lengths.some((length) => !/^\d+$/.test(length))) return 'Content-Length'
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return 'Transfer-Encoding'
  return undefined
}
