/** HMAC with SHA-256 over a compact JWS (RFC 7518, section 3.2), by `jsonwebtoken`. */
import type { KeyObject } from 'node:crypto'
import jsonwebtoken from 'jsonwebtoken'

/** Signs a payload that is already text, so that the library cannot add or drop a claim. */
export function signHs256(
  payload: string,
  header: { readonly typ: string; readonly kid: string },
  key: KeyObject,
): string {
  return jsonwebtoken.sign(payload, key, {
    algorithm: 'HS256',
    header: { alg: 'HS256', ...header },
  })
}

/**
 * Checks algorithm and signature, and nothing else.
 *
 * @param text - A compact JWS whose form was checked before.
 * @returns The payload, an object or text, or `null` if this key did not sign it by HS256.
 */
export function openHs256(text: string, key: KeyObject): unknown {
  try {
    return jsonwebtoken.verify(text, key, {
      algorithms: ['HS256'],
      // The core checks the times, by its own clock.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    })
  } catch {
    // The library refused it, so it is not our token.
    return null
  }
}
