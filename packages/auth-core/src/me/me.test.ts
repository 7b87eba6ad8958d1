import { describe, expect, it } from '@jest/globals'
import { type Acting, acting } from '../../test-support/acting.ts'
import { deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'

const names = { firstName: 'Augusta Ada', lastName: 'King' }

describe("one's own account", () => {
  it('is told as our records have it now', async () => {
    const one = await acting()
    const { environment, ada, token } = one
    await environment.changeAccount(ada.accountId, { machineRole: 'guest' })
    const read = await environment.auth.readMe({ token, from: environment.from() })
    expect(read).toEqual({
      kind: 'me',
      account: await environment.account(ada.accountId),
      tenant: expect.objectContaining({ id: 'acme' }),
      pendingEmail: null,
    })
  })

  it('is told to nobody without a token, or once it is disabled', async () => {
    const { environment, ada, token } = await acting()
    const { auth, from } = environment
    expect(await auth.readMe({ token: '', from: from() })).toMatchObject({
      refusal: 'token_invalid',
    })
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    expect(await auth.readMe({ token, from: from() })).toMatchObject({ refusal: 'forbidden' })
  })
})

describe("changing one's own names", () => {
  it('reaches the credential store, too, and is on record', async () => {
    const one = await acting()
    const { environment, ada } = one
    const outcome = outcomeOf('me', await change(one, names))
    expect(outcome.account).toMatchObject(names)
    expect(await environment.account(ada.accountId)).toMatchObject(names)
    expect(await profileOf(one)).toMatchObject({ ...names, email: ada.email })
    expect(await environment.audit('name_changed')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme' },
    ])
  })

  it('leaves what is left out', async () => {
    const one = await acting()
    outcomeOf('me', await change(one, { lastName: 'King' }))
    expect(await profileOf(one)).toMatchObject({ firstName: 'Ada', lastName: 'King' })
    const account = await one.environment.account(one.ada.accountId)
    expect(account).toMatchObject({ firstName: 'Ada', lastName: 'King' })
  })

  it('names every rule that is broken, and changes nothing then', async () => {
    const one = await acting()
    const outcome = await change(one, { firstName: '', lastName: 'www.example.com' })
    expect(outcomeOf('invalid', outcome).errors).toMatchObject([
      { field: 'firstName', rule: 'length' },
      { field: 'lastName', rule: 'web_address' },
    ])
    expect(await profileOf(one)).toMatchObject({ firstName: 'Ada' })
  })

  it('changes nothing while the credential store is away', async () => {
    const one = await acting()
    const { environment, ada } = one
    const { credentialStore } = environment.ports
    const broken = { ...credentialStore, setProfile: down('credential_store') }
    const through = environment.with({ ports: { credentialStore: broken } })
    await expect(change({ ...one, environment: through }, names)).rejects.toThrow(PortError)
    expect(await environment.account(ada.accountId)).toMatchObject({ firstName: 'Ada' })
  })

  it.each(deathsWithin(3))('can be repeated after a process died on the way: %j', async (death) => {
    const one = await acting()
    const { environment, ada } = one
    const dying = environment.with({ ports: dyingPorts(environment.ports, death) })
    await change({ ...one, environment: dying }, names).catch(() => {})
    outcomeOf('me', await change(one, names))
    expect(await environment.account(ada.accountId)).toMatchObject(names)
    expect(await profileOf(one)).toMatchObject(names)
  })
})

function change({ environment: { auth, from }, token }: Acting, changed: Partial<typeof names>) {
  return auth.changeMe({ token, ...changed, from: from() })
}

async function profileOf({ environment, ada }: Acting) {
  const account = await environment.account(ada.accountId)
  return account && environment.ports.credentialStore.profileOf(account)
}
