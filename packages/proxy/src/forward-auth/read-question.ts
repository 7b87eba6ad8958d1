import type { IncomingMessage } from 'node:http'
import { headerValues } from '@gatehouse/auth-core/requests'

/** The request that another proxy has at hand and asks about, as it hands it on. Nothing is checked yet. */
export interface HandedOn {
  /** Marks a {@link HandedOn}. */
  readonly kind: 'handed_on'
  /** The request method (RFC 9110, section 9). */
  readonly method: string
  /** What the client sent as `Host`. */
  readonly host: string
  /** The request target as it stood in the request line (RFC 9112, section 3.2). */
  readonly target: string
}

/** What a check is about. */
export type Question =
  | HandedOn
  /** Nothing is handed on: whoever sent the check asks about a token of their own. */
  | { readonly kind: 'own' }
  /** What is handed on is not whole, or can be read in two ways. */
  | { readonly kind: 'unclear' }

/**
 * Reads what a check is about. There are two forms, and no request has both:
 *
 * - At `path` itself the fields `X-Forwarded-Method`, `X-Forwarded-Host` and `X-Forwarded-Uri` have it, each once.
 *   No other spelling is read, so that no client chooses by a field of its own which one counts.
 * - Below `path` the check is the request itself, with `path` before its target.
 *
 * @param path The address of checks, without a slash at its end.
 */
export function readQuestion(
  { method = '', rawHeaders, url = '' }: Pick<IncomingMessage, 'method' | 'rawHeaders' | 'url'>,
  path: string,
): Question {
  const methods = headerValues(rawHeaders, 'x-forwarded-method')
  const targets = headerValues(rawHeaders, 'x-forwarded-uri')
  const isForwarded = methods.length + targets.length > 0
  if (url.startsWith(`${path}/`)) {
    const [host] = headerValues(rawHeaders, 'host')
    if (isForwarded || host === undefined) return { kind: 'unclear' }
    return { kind: 'handed_on', method, host, target: url.slice(path.length) }
  }
  // A host alone is what many proxies add to any request.
  if (!isForwarded) return { kind: 'own' }
  const hosts = headerValues(rawHeaders, 'x-forwarded-host')
  const [handedMethod, handedHost, handedTarget] = [methods, hosts, targets].map(only)
  if (handedMethod === undefined || handedHost === undefined || handedTarget === undefined) {
    return { kind: 'unclear' }
  }
  return { kind: 'handed_on', method: handedMethod, host: handedHost, target: handedTarget }
}

function only(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined
}
