/** The codes with which the bridge closes terminals; 4401 and 4403 resemble the HTTP statuses. */
export const closeCodes = {
  /** The token has expired and its session was not refreshed. */
  tokenExpired: 4401,
  /** The account, its tenant or the signing keys no longer allow it. */
  notAllowed: 4403,
  /** The service restarts; to connect again at once is right (RFC 6455 registry). */
  serviceRestart: 1012,
  messageTooBig: 1009,
  internalError: 1011,
} as const

/**
 * Whether a code may be sent in a close frame (RFC 6455, section 7.4). Other codes only describe how a
 * connection ended: 1005 without a code, 1006 without a close frame, 1015 in TLS.
 */
export function isSendable(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true
  return code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)
}
