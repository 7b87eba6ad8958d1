import type { Defect } from '../defect.ts'

/** Defects of the signer of tokens. */
export const jwtDefects: readonly Defect[] = [
  {
    file: 'packages/jwt/src/jwt-token-signer.ts',
    find: `if (alg !== 'HS256' || givenType !== typ[type] || Object.keys(others).length > 0) return undefined`,
    replace: `if (alg !== 'HS256' || Object.keys(others).length > 0) return undefined`,
    breaks: 'one kind of token is never taken for another',
  },
  {
    file: 'packages/jwt/src/jwt-token-signer.ts',
    find: 'return keys.find((key) => key.kid === kid)',
    replace: 'return keys.find((key) => key.kid === kid) ?? keys[0]',
    breaks: 'a token is checked by the key that it names',
  },
  {
    file: 'packages/jwt/src/jwt-token-signer.ts',
    find: ' || Object.keys(others).length > 0',
    replace: '',
    breaks: 'a critical extension is refused',
  },
  {
    file: 'packages/jwt/src/jwt-token-signer.ts',
    find: 'return isObject(claims) ? claims : null',
    replace: 'return claims as never',
    breaks: 'a payload is an object',
  },
  {
    file: 'packages/jwt/src/key-material.ts',
    find: `if (type === 'access') return secret`,
    replace: '',
    breaks: 'access tokens are signed with the bytes of the key',
  },
  {
    file: 'packages/jwt/src/key-material.ts',
    find: `return Buffer.from(hkdfSync('sha256', secret, '', labels[type], minSecretBytes))`,
    replace: 'return secret',
    breaks: 'session tokens are signed with another key',
  },
  {
    file: 'packages/jwt/src/key-material.ts',
    find: `const name = [type, key.kid, key.secret].join(' ')`,
    replace: `const name = [type, key.kid].join(' ')`,
    breaks: 'a key is told by its secret',
  },
  {
    file: 'packages/jwt/src/compact-jws.ts',
    find: `typeof value === 'object' && value !== null && !Array.isArray(value)`,
    replace: `typeof value === 'object' && value !== null`,
    breaks: 'a payload is no list',
  },
  {
    file: 'packages/jwt/src/hs256.ts',
    find: 'ignoreExpiration: true,',
    replace: '',
    breaks: 'times are not checked',
  },
  {
    file: 'packages/jwt/src/hs256.ts',
    find: 'ignoreNotBefore: true,',
    replace: '',
    breaks: 'times are not checked',
  },
  {
    file: 'packages/jwt/src/hs256.ts',
    find: `  } catch {
    // The library refused it, so it is not our token.
    return null
  }`,
    replace: `  } finally {
    // Nothing.
  }`,
    breaks: 'verify never throws',
  },
]
