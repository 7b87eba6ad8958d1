import { describe, expect, it } from '@jest/globals'
import { death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { removeClosed } from './remove-closed.ts'

const week = 7 * 24 * 3600
const invalidToken = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('closing an organization', () => {
  it('signs all its people out at once, and lets none of them in', async () => {
    const { environment, ada, token } = await administering()
    const grace = await withColleague(environment, ada.accountId)
    const colleague = outcomeOf('authenticated', await environment.logIn(grace))
    const closesAt = new Date(environment.ports.clock.now().getTime() + week * 1000)
    expect(await close(environment, token)).toEqual({ kind: 'organization_closed', closesAt })
    for (const each of [token, colleague.token]) {
      const refresh = { token: each, from: environment.from() }
      expect(await environment.auth.refresh(refresh)).toMatchObject({ refusal: 'session_ended' })
    }
    const { sessionToken } = colleague
    const tenants = { sessionToken, from: environment.from() }
    expect(await environment.auth.listTenants(tenants)).toMatchObject({ kind: 'refused' })
    for (const person of [ada, grace]) {
      expect(await environment.logIn(person)).toMatchObject({ refusal: 'invalid_credentials' })
    }
  })

  it('leaves the other organizations of its people alone', async () => {
    const { environment, token } = await administering()
    const other = await environment.signUp({ organizationName: 'Globex' })
    await close(environment, token)
    expect(await environment.logIn(other)).toMatchObject({ user: { tenant: { id: 'globex' } } })
  })

  it('mails a link to every administrator, and is on record without it', async () => {
    const { environment, ada, token } = await administering()
    await withColleague(environment, ada.accountId)
    await close(environment, token)
    const mails = await environment.mails('organization_closing')
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
    const events = await environment.audit('organization_closed')
    expect(events).toMatchObject([{ accountId: ada.accountId, tenantId: 'acme' }])
    for (const mail of mails) expect(JSON.stringify(events)).not.toContain(mail.token)
  })

  it.each(['acme', 'Acme', 'Acme Ltd ', ''])('needs its name, not %j', async (confirm) => {
    const { environment, token } = await administering()
    const closed = await close(environment, token, confirm)
    expect(closed).toMatchObject({ kind: 'invalid', errors: [{ field: 'confirm' }] })
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })

  it('T-93: needs a recent login', async () => {
    const { environment, token } = await administering()
    environment.ports.clock.advance(601)
    expect(await close(environment, token)).toMatchObject({ refusal: 'recent_login_required' })
  })

  it('is for administrators', async () => {
    const { environment, ada, token } = await administering()
    await environment.changeAccount(ada.accountId, { role: 'user' })
    expect(await close(environment, token)).toMatchObject({ refusal: 'forbidden' })
  })
})

describe('taking it back', () => {
  it('opens it as it was, once, and the links of the others work no more', async () => {
    const { environment, ada, token } = await administering()
    await withColleague(environment, ada.accountId)
    await close(environment, token)
    const [first, second] = await environment.mails('organization_closing')
    environment.ports.clock.advance(week - 1)
    expect(await reopen(environment, second?.token)).toEqual({
      kind: 'organization_reopened',
      organization: 'Acme Ltd',
    })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    for (const mail of [first, second]) {
      expect(await reopen(environment, mail?.token)).toEqual(invalidToken)
    }
    environment.ports.clock.advance(2)
    expect(await removeClosed(environment.ports)).toBe(0)
    expect(await environment.audit('organization_reopened')).toHaveLength(1)
  })

  it('is too late after seven days', async () => {
    const { environment, token } = await administering()
    await close(environment, token)
    const { token: link } = await environment.lastMail('organization_closing')
    environment.ports.clock.advance(week)
    expect(await reopen(environment, link)).toEqual(invalidToken)
  })

  it.each([{ status: 'disabled' }, { role: 'user' }] as const)(
    'is not for an account that is %j meanwhile',
    async (changes) => {
      const { environment, ada, token } = await administering()
      await close(environment, token)
      const { token: link } = await environment.lastMail('organization_closing')
      await environment.changeAccount(ada.accountId, changes)
      expect(await reopen(environment, link)).toEqual(invalidToken)
    },
  )

  it('T-04: takes no token of another kind', async () => {
    const { environment, token } = await administering()
    const { token: link } = await environment.lastMail('verify_email')
    await close(environment, token)
    expect(await reopen(environment, link)).toEqual(invalidToken)
  })
})

describe('after seven days', () => {
  it('the realm and the records are removed, and the names are free', async () => {
    const { environment, ada, token } = await administering()
    await close(environment, token)
    environment.ports.clock.advance(week - 1)
    expect(await removeClosed(environment.ports)).toBe(0)
    environment.ports.clock.advance(1)
    expect(await removeClosed(environment.ports)).toBe(1)
    expect(await environment.account(ada.accountId)).toBeUndefined()
    expect(await environment.audit('organization_removed')).toMatchObject([{ tenantId: 'acme' }])
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it.each(deathsWithin(4))('a kill at call $atCall ($effect) delays it alone', async (when) => {
    const { environment, token } = await administering()
    await close(environment, token)
    environment.ports.clock.advance(week)
    await removeClosed(dyingPorts(environment.ports, when)).catch((error) =>
      expect(error).toBe(death),
    )
    await removeClosed(environment.ports)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
    expect(await environment.audit('organization_removed')).toHaveLength(1)
  })

  it('two processes at once remove it once', async () => {
    const { environment, token } = await administering()
    await close(environment, token)
    environment.ports.clock.advance(week)
    await Promise.all([removeClosed(environment.ports), removeClosed(environment.ports)])
    expect(await environment.audit('organization_removed')).toHaveLength(1)
  })

  it('it waits for a credential store that is away', async () => {
    const { environment, token } = await administering()
    await close(environment, token)
    environment.ports.clock.advance(week)
    const { credentialStore } = environment.ports
    const away = { ...credentialStore, removeTenant: down('credential_store') }
    await expect(
      removeClosed({ ...environment.ports, credentialStore: away }),
    ).rejects.toMatchObject({ port: 'credential_store' })
    expect(await removeClosed(environment.ports)).toBe(1)
  })
})

async function administering() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  return { environment, ada, token }
}

/** Another administrator, who can log in. */
async function withColleague({ ports }: TestEnvironment, accountId: string) {
  const [username, email, password] = ['grace', 'grace@example.com', 'nanoseconds of wire']
  const names = { firstName: 'Grace', lastName: 'Hopper' }
  const user = { username, email, password, ...names }
  const made = await ports.credentialStore.addUser('acme', user, [])
  await ports.store.transaction(async (tx) => {
    const ada = await tx.accounts.find(accountId)
    if (!ada || !made) throw new TypeError('there is no colleague')
    const person = { id: 'colleague', username, email, emailCanonical: email }
    await tx.accounts.insert({ ...ada, ...made, ...names, ...person })
  })
  return { email, password }
}

function close({ auth, from }: TestEnvironment, token: string, confirm = 'Acme Ltd') {
  return auth.closeOrganization({ token, confirm, from: from() })
}

function reopen({ auth, from }: TestEnvironment, token = '') {
  return auth.reopenOrganization({ token, from: from() })
}
