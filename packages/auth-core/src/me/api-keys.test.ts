import { describe, expect, it } from '@jest/globals'
import { type Acting, acting, bobElsewhere, signedIn } from '../../test-support/acting.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import { purgeExpired } from '../jobs/purge-expired.ts'

const notFound = { kind: 'refused', refusal: 'not_found' }
const day = 86_400

describe("the list of one's own API keys", () => {
  it('begins with the first, whose text it does not repeat', async () => {
    const one = await acting()
    const { environment, ada } = one
    const account = await environment.account(ada.accountId)
    expect(await list(one)).toEqual([
      {
        id: 'first',
        name: 'first',
        createdAt: account?.createdAt,
        expiresAt: null,
        lastUsedAt: null,
      },
    ])
  })

  it('has further ones, oldest first, as long as they have not expired', async () => {
    const one = await acting()
    const { clock } = one.environment.ports
    const short = await create(one, { name: 'CI', expiresInDays: 1 })
    clock.advance(1)
    const long = await create(one, { name: 'Backups' })
    expect(await list(one)).toMatchObject([{ id: 'first' }, { name: 'CI' }, { name: 'Backups' }])
    expect(short.expiresAt).toEqual(new Date(short.createdAt.getTime() + day * 1000))
    expect(long.expiresAt).toBeNull()
    clock.advance(day - 1)
    const later = { ...one, ...(await signedIn(one.environment, one.ada)) }
    expect(await list(later)).toMatchObject([{ id: 'first' }, { name: 'Backups' }])
  })
})

describe('a further API key', () => {
  it('is shown once, is found by its text, and is on record without it', async () => {
    const one = await acting()
    const { id, text } = await create(one, { name: 'CI' })
    expect(await find(one, text)).toMatchObject({ id, accountId: one.ada.accountId, name: 'CI' })
    expect(JSON.stringify(await list(one))).not.toContain(text)
    const audit = await one.environment.audit('api_key_created')
    expect(audit).toMatchObject([{ accountId: one.ada.accountId, detail: { key: id } }])
    expect(JSON.stringify(audit)).not.toContain(text)
  })

  it.each([
    [{ name: '' }, [{ field: 'name', rule: 'length' }]],
    [{ name: 'CI', expiresInDays: 0 }, [{ field: 'expiresInDays', rule: 'range' }]],
    [{ name: 'CI', expiresInDays: 3651 }, [{ field: 'expiresInDays', rule: 'range' }]],
    [{ name: 'CI', expiresInDays: 1.5 }, [{ field: 'expiresInDays', rule: 'range' }]],
    [{ name: 'CI', expiresInDays: Number.NaN }, [{ field: 'expiresInDays', rule: 'number' }]],
    [{ name: '', expiresInDays: 0 }, [{ field: 'name' }, { field: 'expiresInDays' }]],
  ])('is not made of %j', async (key, errors) => {
    const one = await acting()
    const { auth, from } = one.environment
    const outcome = await auth.createApiKey({ token: one.token, ...key, from: from() })
    expect(outcomeOf('invalid', outcome).errors).toMatchObject(errors)
    expect(await list(one)).toHaveLength(1)
  })

  it('is one of 20 at most, without those that have expired', async () => {
    const one = await acting()
    const { auth, from, ports } = one.environment
    for (let made = 0; made < 20; made += 1) {
      await create(one, { name: `key ${made}`, expiresInDays: 1 })
    }
    const command = () => ({ token: one.token, name: 'one more', from: from() })
    const refused = outcomeOf('invalid', await auth.createApiKey(command()))
    expect(refused.errors).toMatchObject([{ field: 'name', rule: 'too_many' }])
    ports.clock.advance(day)
    const later = { ...one, ...(await signedIn(one.environment, one.ada)) }
    await create(later, { name: 'one more' })
  })

  it('is removed once it has expired', async () => {
    const one = await acting()
    const { ports } = one.environment
    const { id } = await create(one, { name: 'CI', expiresInDays: 1 })
    ports.clock.advance(day)
    await purgeExpired(ports)
    expect(await ports.store.transaction((tx) => tx.apiKeys.find(id))).toBeUndefined()
  })

  it('is no business of another account', async () => {
    const one = await acting()
    const { environment } = one
    const bob = await bobElsewhere(environment)
    const other = { ...one, ada: bob, ...(await signedIn(environment, bob)) }
    const { id, text } = await create(one, { name: 'CI' })
    expect(await list(other)).toHaveLength(1)
    expect(await revoke(other, id)).toEqual(notFound)
    expect(await rotate(other, id, 0)).toEqual(notFound)
    expect(await find(one, text)).toMatchObject({ id })
  })
})

describe('replacing an API key', () => {
  it('lets the old one work on for the overlap, and not longer', async () => {
    const one = await acting()
    const old = await create(one, { name: 'CI', expiresInDays: 90 })
    one.environment.ports.clock.advance(10)
    const { key } = outcomeOf('api_key_rotated', await rotate(one, old.id, 24))
    expect(key).toMatchObject({ name: 'CI' })
    expect(key.id).not.toBe(old.id)
    expect(Number(key.expiresAt) - Number(key.createdAt)).toBe(90 * day * 1000)
    expect(await find(one, key.text)).toMatchObject({ id: key.id })
    one.environment.ports.clock.advance(day - 0.001)
    expect(await find(one, old.text)).toMatchObject({ id: old.id })
    one.environment.ports.clock.advance(0.001)
    expect(await find(one, old.text)).toBeUndefined()
    expect(await one.environment.audit('api_key_rotated')).toMatchObject([
      { detail: { key: old.id, overlap_hours: '24' } },
    ])
  })

  it('lets the old one work no longer than it would have', async () => {
    const one = await acting()
    const old = await create(one, { name: 'CI', expiresInDays: 1 })
    await rotate(one, old.id, 48)
    expect(await find(one, old.text)).toMatchObject({ expiresAt: old.expiresAt })
  })

  it('ends the old one at once without an overlap', async () => {
    const one = await acting()
    const old = await create(one, { name: 'CI' })
    const { key } = outcomeOf('api_key_rotated', await rotate(one, old.id, 0))
    expect(key.expiresAt).toBeNull()
    expect(await find(one, old.text)).toBeUndefined()
    expect(await list(one)).toMatchObject([{ id: 'first' }, { id: key.id }])
  })

  it("replaces the account's own for the first, whose old text is a further key meanwhile", async () => {
    const one = await acting()
    const { environment, ada } = one
    const before = await environment.account(ada.accountId)
    const { key } = outcomeOf('api_key_rotated', await rotate(one, 'first', 1))
    expect(key).toMatchObject({ id: 'first' })
    const account = await environment.account(ada.accountId)
    expect(account?.apiKey).toBe(key.text)
    expect(await find(one, before?.apiKey ?? '')).toMatchObject({ accountId: ada.accountId })
    expect(await list(one)).toHaveLength(2)
    environment.ports.clock.advance(3600)
    expect(await find(one, before?.apiKey ?? '')).toBeUndefined()
    outcomeOf('api_key_rotated', await rotate(one, 'first', 0))
    expect(await list(one)).toHaveLength(1)
  })

  it.each([
    [-1, 'range'],
    [721, 'range'],
    [0.5, 'range'],
    [Number.NaN, 'number'],
  ])('takes no overlap of %p hours', async (hours, rule) => {
    const one = await acting()
    expect(outcomeOf('invalid', await rotate(one, 'first', hours)).errors).toMatchObject([
      { field: 'overlapHours', rule },
    ])
  })

  it('leaves no more than 20 further keys', async () => {
    const one = await acting()
    for (let made = 0; made < 20; made += 1) await create(one, { name: `key ${made}` })
    const refused = outcomeOf('invalid', await rotate(one, 'first', 1))
    expect(refused.errors).toMatchObject([{ field: 'overlapHours', rule: 'too_many' }])
    outcomeOf('api_key_rotated', await rotate(one, 'first', 0))
  })

  it('finds none that is made up, was revoked or has expired', async () => {
    const one = await acting()
    const { id } = await create(one, { name: 'CI', expiresInDays: 1 })
    expect(await rotate(one, 'made up', 0)).toEqual(notFound)
    await revoke(one, 'first')
    expect(await rotate(one, 'first', 0)).toEqual(notFound)
    one.environment.ports.clock.advance(day)
    const later = { ...one, ...(await signedIn(one.environment, one.ada)) }
    expect(await rotate(later, id, 0)).toEqual(notFound)
  })
})

describe('revoking an API key', () => {
  it('ends it at once', async () => {
    const one = await acting()
    const { id, text } = await create(one, { name: 'CI' })
    expect(await revoke(one, id)).toEqual({ kind: 'api_key_revoked' })
    expect(await find(one, text)).toBeUndefined()
    expect(await revoke(one, id)).toEqual(notFound)
    expect(await one.environment.audit('api_key_revoked')).toMatchObject([{ detail: { key: id } }])
  })

  it('leaves an empty text of the first, by which no account is found', async () => {
    const one = await acting()
    const { environment, ada } = one
    expect(await revoke(one, 'first')).toEqual({ kind: 'api_key_revoked' })
    expect(await environment.account(ada.accountId)).toMatchObject({ apiKey: '' })
    expect(await find(one, '')).toBeUndefined()
    expect(await list(one)).toEqual([])
    expect(await revoke(one, 'first')).toEqual(notFound)
  })
})

describe('T-92: a claim', () => {
  it('replaces the first key and removes the others', async () => {
    const one = await acting()
    const { environment, ada } = one
    await environment.changeAccount(ada.accountId, { emailVerified: false })
    const before = await environment.account(ada.accountId)
    const { text } = await create(one, { name: 'CI' })
    const { token } = await environment.lastMail('verify_email')
    const claim = { token, newPassword: 'battery staple', from: environment.from() }
    outcomeOf('email_verified', await environment.auth.verifyEmail(claim))
    expect(await find(one, text)).toBeUndefined()
    const account = await environment.account(ada.accountId)
    expect(account?.apiKey).not.toBe(before?.apiKey)
  })
})

async function list({ environment: { auth, from }, token }: Acting) {
  return outcomeOf('api_keys', await auth.listApiKeys({ token, from: from() })).keys
}

async function create(
  { environment: { auth, from }, token }: Acting,
  key: { readonly name: string; readonly expiresInDays?: number },
) {
  const outcome = await auth.createApiKey({ token, ...key, from: from() })
  return outcomeOf('api_key_created', outcome).key
}

function rotate({ environment: { auth, from }, token }: Acting, id: string, overlapHours: number) {
  return auth.rotateApiKey({ token, id, overlapHours, from: from() })
}

function revoke({ environment: { auth, from }, token }: Acting, id: string) {
  return auth.revokeApiKey({ token, id, from: from() })
}

function find({ environment: { ports } }: Acting, text: string) {
  return ports.store.transaction(
    async (tx) => (await tx.apiKeys.findByText(text, ports.clock.now()))?.key,
  )
}
