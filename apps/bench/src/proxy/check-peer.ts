import { largeBytes, smallAnswer, targets } from './backend.ts'
import type { Peer } from './peer.ts'

/**
 * Checks that a peer does what it is measured for.
 *
 * @param token A valid access token.
 * @throws {Error} if it answers anything else than it should.
 */
export async function checkPeer({ name, port, work }: Peer, token: string): Promise<void> {
  const ask = async (target: string, authorization: string, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { authorization, 'user-agent': 'gatehouse-cli/1.0' }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, init)
    return { status: answer.status, text: await answer.text() }
  }
  const must = (isSo: boolean, what: string) => {
    if (!isSo) throw new Error(`${name}: ${what}`)
  }
  const good = `Bearer ${token}`

  const small = await ask(targets.small, good)
  must(small.status === 200 && small.text === smallAnswer, 'does not hand out the answer')
  const down = await ask(targets.down, good)
  must(down.status === 200 && down.text.length === largeBytes, 'does not hand out a large answer')
  const up = await ask(targets.up, good, 'x'.repeat(largeBytes))
  must(up.status === 200 && Number(up.text) >= largeBytes, 'does not take a large body')
  if (work !== 'full') return

  const { status } = await ask(targets.small, `${good}x`)
  must(status === 401, `answers ${status} to a token with a wrong signature`)
  const caller = await ask(targets.caller, good)
  must(caller.text === userIn(token), 'does not tell the backend who asks')
}

/** The user of an access token. */
function userIn(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { readonly user_id: string }).user_id
}
