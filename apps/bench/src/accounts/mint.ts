import { randomBytes } from 'node:crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import { createSqlStore, type Sealer } from '@gatehouse/sql'
import { type FilledAccount, openFilled } from './fill.ts'
import { emailOf, personOf } from './people.ts'
import { sessionAgeMs } from './rows.ts'

/**
 * Access tokens for sessions that were filled in, signed with the key that the gateway has made.
 *
 * @param now Epoch milliseconds, as when it was filled.
 */
export async function mintTokens(
  { url, sealer, now }: { readonly url: string; readonly sealer: Sealer; readonly now: number },
  accounts: readonly FilledAccount[],
): Promise<readonly string[]> {
  const database = openFilled(url)
  const store = createSqlStore(database, { sealer })
  const [key] = await store.transaction((tx) => tx.signingKeys.list())
  await database.close()
  if (!key) throw new Error('the gateway has made no key')
  const signer = createJwtTokenSigner()
  const issuedAt = Math.floor((now - sessionAgeMs) / 1000)
  return accounts.map(({ number, id, tenantId, credentialId, sessionId }) =>
    signer.sign(
      'access',
      {
        user_id: id,
        username: `user${number}`,
        email: emailOf(personOf(number)),
        tenant_id: tenantId,
        tenant_name: tenantId,
        role: 'user',
        machine_role: '',
        groups: [],
        identity_provider_id: credentialId,
        source: 'cli',
        iss: 'gatehouse',
        iat: issuedAt,
        exp: issuedAt + 24 * 3600,
        jti: randomBytes(16).toString('hex'),
        sid: sessionId,
        auth_time: issuedAt,
      },
      key,
    ),
  )
}
