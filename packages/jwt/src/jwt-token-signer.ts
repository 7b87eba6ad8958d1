import type { SigningKey, TokenSigner, TokenType } from '@gatehouse/auth-core/ports'
import { isObject, type JwsHeader, maxJwsLength, readJwsHeader } from './compact-jws.ts'
import { openHs256, signHs256 } from './hs256.ts'
import { createKeyMaterial } from './key-material.ts'

const typ: Readonly<Record<TokenType, string>> = {
  access: 'at+jwt',
  session: 'session+jwt',
  kept: 'kept+jwt',
}

/**
 * Signs and checks JSON Web Tokens with `jsonwebtoken`, HS256 alone.
 *
 * - `access` tokens are signed with exactly the bytes of the key, so that a backend that has it can
 *   check them; `session` and `kept` tokens with keys derived from it by HKDF-SHA256 with the labels
 *   `gatehouse session token v1` and `gatehouse kept token v1`.
 * - The header names the one key that is tried. One that says more than `alg`, `typ` and `kid` is
 *   refused: whatever else it asks for (`crit`, `b64`, `zip`), or offers (`jwk`, `jku`, `x5c`), is
 *   not supported, and nothing is ever fetched.
 * - No more than 16 KiB, and only the canonical spelling: strict base64url, compact form.
 *
 * Claims are signed as given: no time is added. A key that is malformed or shorter than 32 bytes is
 * a fault of the caller, and both methods throw a `RangeError` then; so does `sign` when the token
 * would be too long to be verified.
 */
export function createJwtTokenSigner(): TokenSigner {
  const keyMaterial = createKeyMaterial()

  return {
    sign(type, claims, key) {
      const header = { typ: typ[type], kid: key.kid }
      const token = signHs256(JSON.stringify(claims), header, keyMaterial(type, key))
      if (token.length > maxJwsLength) {
        throw new RangeError(`A token has at most ${maxJwsLength} characters`)
      }
      return token
    },

    verify(type, token, keys) {
      const header = readJwsHeader(token)
      const key = header && findKey(type, header, keys)
      if (!key) return null
      const claims = openHs256(token, keyMaterial(type, key))
      return isObject(claims) ? claims : null
    },
  }
}

function findKey(type: TokenType, header: JwsHeader, keys: readonly SigningKey[]) {
  const { alg, typ: givenType, kid, ...others } = header
  if (alg !== 'HS256' || givenType !== typ[type] || Object.keys(others).length > 0) return undefined
  return keys.find((key) => key.kid === kid)
}
