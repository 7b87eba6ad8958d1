import { describe, expect, it } from '@jest/globals'
import { createProviderEnvironment } from '../../test-support/at-provider.ts'
import { invitingIn } from '../../test-support/inviting.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf, type TestEnvironmentOptions } from '../../testing/test-environment.ts'

const bob = { email: 'bob@example.com', emailVerified: true }
const noAccount = { kind: 'refused', refusal: 'oidc_no_account' }

describe("a provider's login with an invited address", () => {
  it('accepts the invitation, and enters', async () => {
    const { provider, inviting } = await atProvider()
    await inviting.invited()
    const entered = outcomeOf('authenticated', await provider.arrive(bob))
    expect(entered.user.account).toMatchObject({
      tenantId: 'acme',
      username: 'bob',
      email: 'Bob@Example.com',
      emailVerified: true,
      firstName: 'Bob',
      lastName: '',
      role: 'user',
      machineRole: 'operator',
      groups: ['Ops'],
      status: 'active',
    })
    const { environment } = provider
    expect(await environment.audit('invitation_accepted')).toMatchObject([
      { accountId: entered.user.account.id, detail: { by: 'provider' } },
    ])
    expect(await environment.audit('identity_linked')).toHaveLength(1)
    expect(await environment.audit('account_claimed')).toEqual([])
    const again = outcomeOf('authenticated', await provider.arrive(bob))
    expect(again.user.account.id).toBe(entered.user.account.id)
  })

  it('voids the link of the mail', async () => {
    const { provider, inviting } = await atProvider()
    const { token } = await inviting.invited()
    outcomeOf('authenticated', await provider.arrive(bob))
    expect(await inviting.accept(token)).toMatchObject({ refusal: 'invitation_invalid' })
  })

  it('never makes an account without an invitation, or for an address that is not trusted', async () => {
    const { provider, inviting } = await atProvider()
    expect(await provider.arrive(bob)).toMatchObject(noAccount)
    const { token } = await inviting.invited()
    expect(await provider.arrive({ ...bob, emailVerified: false })).toMatchObject(noAccount)
    expect(await provider.arrive({ ...bob, email: 'carol@example.com' })).toMatchObject(noAccount)
    expect(await inviting.accept(token)).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('accepts all invitations of the address, of several organizations', async () => {
    const { provider, inviting } = await atProvider()
    const { environment } = provider
    await inviting.invited()
    await environment.signUp({
      username: 'eve',
      email: 'e@example.com',
      organizationName: 'Globex',
    })
    await environment.changeAccount(inviting.ada.accountId, { role: 'super_admin' })
    await inviting.invited({ tenantId: 'globex' })
    const outcome = outcomeOf('tenant_selection_required', await provider.arrive(bob))
    const names = outcome.offered.map(({ account }) => account.username)
    expect(names.toSorted()).toEqual(['bob', 'bob2'])
  })

  it('takes a number where accounts, or users of the realm, have the name', async () => {
    const { provider, inviting } = await atProvider()
    const { environment } = provider
    await environment.signUp({ username: 'bob', email: 'b@example.org', organizationName: 'Bobs' })
    const names = { username: 'bob2', email: 'c@example.org', firstName: 'B', lastName: 'B' }
    const other = { ...names, password: 'of another' }
    await environment.ports.credentialStore.addUser('acme', other, [])
    await inviting.invited()
    const entered = outcomeOf('authenticated', await provider.arrive(bob))
    expect(entered.user.account.username).toBe('bob3')
  })

  it.each([
    ['the inviter is gone', { status: 'disabled' }],
    ['the inviter may invite no longer', { role: 'user' }],
  ] as const)('accepts nothing when %s', async (_, changes) => {
    const { provider, inviting } = await atProvider()
    await inviting.invited()
    await provider.environment.changeAccount(inviting.ada.accountId, changes)
    expect(await provider.arrive(bob)).toMatchObject(noAccount)
  })

  it('accepts nothing while the operator has closed invitations', async () => {
    const { provider, inviting } = await atProvider()
    await inviting.invited()
    const started = await provider.start()
    const closed = provider.environment.with({ settings: { signUp: 'closed' } })
    const outcome = await closed.auth.finishOidcLogin({
      provider: 'provider_a',
      query: provider.a.signIn(started.redirectTo, bob),
      attempt: started.attempt,
      from: closed.from(),
    })
    expect(outcome).toMatchObject(noAccount)
  })

  it('fails while the credential store does, and can be repeated', async () => {
    const { provider, inviting } = await atProvider()
    await inviting.invited()
    const { environment } = provider
    const { credentialStore } = environment.ports
    const started = await provider.start()
    const away = { ...credentialStore, addUser: down('credential_store') }
    const broken = environment.with({ ports: { credentialStore: away } })
    const attempt = broken.auth.finishOidcLogin({
      provider: 'provider_a',
      query: provider.a.signIn(started.redirectTo, bob),
      attempt: started.attempt,
      from: broken.from(),
    })
    await expect(attempt).rejects.toMatchObject({ port: 'credential_store' })
    expect(await provider.arrive(bob)).toMatchObject({ kind: 'authenticated' })
  })
})

async function atProvider(options: TestEnvironmentOptions = {}) {
  const provider = createProviderEnvironment(options)
  return { provider, inviting: await invitingIn(provider.environment) }
}
