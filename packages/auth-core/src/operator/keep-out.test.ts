import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createTestEnvironment, outcomeOf } from '../../testing/test-environment.ts'
import { disableAccount, enableAccount } from './keep-out.ts'

const refused = { refusal: 'invalid_credentials' }

describe('an account that the operator keeps out', () => {
  it('loses what it has open at once, and cannot log in', async () => {
    const { environment, ada, token } = await loggedIn()
    expect(await disableAccount(environment.ports, 'ADA-acme')).toMatchObject({
      kind: 'account_disabled',
      account: { status: 'disabled' },
    })
    expect(await environment.logIn(ada)).toMatchObject(refused)
    const refresh = { token, from: environment.from() }
    expect(await environment.auth.refresh(refresh)).toMatchObject({ refusal: 'session_ended' })
    const { endings } = await environment.ports.store.transaction((tx) =>
      tx.endings.listSince('session', null),
    )
    expect(endings).toMatchObject([{ subject: 'session', kind: 'ended' }])
    expect(await environment.audit('member_disabled')).toMatchObject([
      { accountId: ada.accountId, detail: { by: 'operator' } },
    ])
  })

  it('is kept out though the credential store is away, and repeating it mends the store', async () => {
    const { environment, ada } = await loggedIn()
    const { credentialStore } = environment.ports
    const away = { ...credentialStore, setEnabled: down('credential_store') }
    const ports = { ...environment.ports, credentialStore: away }
    await expect(disableAccount(ports, ada.username)).rejects.toMatchObject({
      port: 'credential_store',
    })
    expect(await environment.logIn(ada)).toMatchObject(refused)
    await disableAccount(environment.ports, ada.username)
    const account = await environment.account(ada.accountId)
    const user = account ?? { ...ada, credentialId: '' }
    expect(await credentialStore.checkPassword(user, ada.password)).toEqual({ accepted: false })
    expect(await environment.audit('member_disabled')).toHaveLength(1)
  })

  it.each([true, false])('is let in again as it was (confirmed: %p)', async (emailVerified) => {
    const { environment, ada } = await loggedIn()
    await environment.changeAccount(ada.accountId, { emailVerified })
    await disableAccount(environment.ports, ada.username)
    expect(await enableAccount(environment.ports, ada.username)).toMatchObject({
      kind: 'account_enabled',
      account: { status: 'active', emailVerified },
    })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('member_enabled')).toHaveLength(1)
  })

  it('stays out while the credential store cannot let it in', async () => {
    const { environment, ada } = await loggedIn()
    await disableAccount(environment.ports, ada.username)
    const { credentialStore } = environment.ports
    const away = { ...credentialStore, setEnabled: down('credential_store') }
    const ports = { ...environment.ports, credentialStore: away }
    await expect(enableAccount(ports, ada.username)).rejects.toThrow()
    expect(await environment.account(ada.accountId)).toMatchObject({ status: 'disabled' })
  })
})

it('changes nothing by enabling one that is not kept out', async () => {
  const { environment, ada, token } = await loggedIn()
  await enableAccount(environment.ports, ada.username)
  const refresh = { token, from: environment.from() }
  expect(await environment.auth.refresh(refresh)).toMatchObject({ kind: 'refreshed' })
  expect(await environment.audit('member_enabled')).toEqual([])
})

it.each([disableAccount, enableAccount])('finds no account that is not there', async (change) => {
  const { environment } = await loggedIn()
  expect(await change(environment.ports, 'nobody')).toMatchObject({ refusal: 'not_found' })
})

async function loggedIn() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  return { environment, ada, token }
}
