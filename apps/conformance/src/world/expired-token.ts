import { setTimeout as sleep } from 'node:timers/promises'
import { NotApplicable } from '../expect/outcomes.ts'
import { isSignedWith, readToken, signToken } from '../target/tokens.ts'
import type { World } from './world.ts'

/** The longest lifetime that is waited for, in seconds, where there is no secret to make an old token with. */
const shortLifetime = 60

/** A token whose time is over: an old one made with the secret, or one that was waited for. */
export function expiredToken(world: World): Promise<string> {
  return world.once('an expired token', async () => {
    const { token, expiresIn } = await world.session('single')
    if (world.secret !== undefined) return agedToken(token, world.secret)
    if (expiresIn > shortLifetime) {
      throw new NotApplicable(
        `tokens last ${expiresIn} seconds; it needs CONFORMANCE_JWT_SECRET, or a lifetime of at most ${shortLifetime} seconds`,
      )
    }
    await sleep((expiresIn + 1) * 1000)
    return token
  })
}

/** A token as it would be if it had been issued a lifetime ago, and a minute. */
function agedToken(token: string, secret: string): string {
  if (!isSignedWith(token, secret)) {
    throw new NotApplicable('tokens are not signed with the bytes of CONFORMANCE_JWT_SECRET')
  }
  const { header, claims } = readToken(token)
  const [iat, exp] = [Number(claims.iat), Number(claims.exp)]
  const age = exp - iat + 60
  const sooner = { iat: iat - age, exp: exp - age, auth_time: iat - age }
  return signToken({ header, claims: { ...claims, ...sooner } }, secret)
}
