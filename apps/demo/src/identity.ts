import type { IncomingHttpHeaders } from 'node:http'

/** The caller, by the gateway's headers. */
export interface Identity {
  readonly userId: string
  readonly tenantId: string
}

// A repeated header arrives joined by a comma, which this refuses too.
const identifier = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Reads the headers that the gateway sets from a verified token; `undefined` if one is missing or
 * malformed. They are trusted because this backend listens on loopback, where only the gateway
 * calls it.
 */
export function readIdentity(headers: IncomingHttpHeaders): Identity | undefined {
  const userId = headers['x-gatehouse-user-id']
  const tenantId = headers['x-gatehouse-tenant-id']
  return isIdentifier(userId) && isIdentifier(tenantId) ? { userId, tenantId } : undefined
}

function isIdentifier(value: string | string[] | undefined): value is string {
  return typeof value === 'string' && identifier.test(value)
}
