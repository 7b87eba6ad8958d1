import { describe, expect, it } from '@jest/globals'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { secondsAfter } from '../lib/time.ts'
import { PortError } from '../ports/port-error.ts'
import { reservationSeconds, signUpSeconds } from './reservation.ts'
import { undoReservedSignUps } from './undo-reserved-sign-ups.ts'

describe('signing up', () => {
  it('makes an organization and its first user, who administers it', async () => {
    const environment = createTestEnvironment()
    const signedUp = await environment.auth.signUp(
      environment.signUpCommand({ organizationName: 'Acme Inc' }),
    )
    const { userId } = outcomeOf('signed_up', signedUp)
    expect(signedUp).toEqual({
      kind: 'signed_up',
      userId,
      username: 'ada-acme-inc',
      organization: 'Acme Inc Ltd',
    })
    expect(await environment.account(userId)).toMatchObject({
      tenantId: 'acme-inc',
      username: 'ada-acme-inc',
      email: 'ada@example.com',
      emailVerified: false,
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'company_admin',
      machineRole: '',
      groups: ['administrators'],
      apiKey: expect.stringMatching(/^gatehouse_.{43}$/),
      status: 'active',
    })
    expect(await tenant(environment, 'acme-inc')).toMatchObject({
      name: 'Acme Inc Ltd',
      status: 'active',
      otpEnabled: false,
    })
  })

  it('opens the door to the password that was chosen', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('keeps the address as it was given', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp({ email: 'Ada+Acme@Example.com' })
    expect(await environment.lastMail('verify_email')).toMatchObject({ to: 'Ada+Acme@Example.com' })
    expect(await environment.account(ada.accountId)).toMatchObject({
      email: 'Ada+Acme@Example.com',
      emailCanonical: 'ada+acme@example.com',
    })
  })

  it('mails a token that verifies the address, and says how long it works', async () => {
    const environment = createTestEnvironment({ settings: { verificationTokenSeconds: 3600 } })
    const ada = await environment.signUp()
    const mail = await environment.lastMail('verify_email')
    expect(mail).toMatchObject({
      to: ada.email,
      firstName: 'Ada',
      organization: 'Acme Ltd',
      expiresAt: secondsAfter(environment.ports.clock.now(), 3600),
    })
    const verified = await environment.auth.verifyEmail({
      token: mail.token,
      password: ada.password,
      from: environment.from(),
    })
    expect(verified).toMatchObject({ kind: 'email_verified' })
  })

  it('is on record', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    expect(await environment.audit('signed_up')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', network: '192.0.2.1' },
    ])
  })

  it('gives a new organization the OTP setting of the operator', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    await environment.signUp()
    expect(await tenant(environment, 'acme')).toMatchObject({ otpEnabled: true })
  })

  it('T-28: takes nothing from the caller but the named fields', async () => {
    const environment = createTestEnvironment()
    const greedy = { role: 'super_admin', emailVerified: true, machineRole: 'root', apiKey: 'mine' }
    const outcome = await environment.auth.signUp({ ...environment.signUpCommand(), ...greedy })
    const { userId } = outcomeOf('signed_up', outcome)
    const account = await environment.account(userId)
    expect(account).toMatchObject({ role: 'company_admin', emailVerified: false, machineRole: '' })
    expect(account?.apiKey).not.toBe('mine')
  })
})

describe('T-99: mails to an address that signs up again and again', () => {
  it('are three in a day; the accounts are made all the same', async () => {
    const environment = createTestEnvironment()
    const people = []
    for (const organizationName of ['One', 'Two', 'Three', 'Four']) {
      people.push(await environment.signUp({ organizationName, email: 'Ada@example.com' }))
    }
    expect(await environment.mails('verify_email')).toHaveLength(3)
    const details = (await environment.audit('signed_up')).map(({ detail }) => detail)
    expect(details).toEqual([{}, {}, {}, { mail: 'withheld' }])
    const [, , , last] = people
    expect(await environment.account(last?.accountId ?? '')).toMatchObject({ status: 'active' })
  })

  it('go on the next day, and to others meanwhile', async () => {
    const environment = createTestEnvironment()
    for (const organizationName of ['One', 'Two', 'Three', 'Four']) {
      await environment.signUp({ organizationName })
    }
    await environment.signUp({ organizationName: 'Five', email: 'grace@example.com' })
    expect(await environment.mails('verify_email')).toHaveLength(4)
    environment.ports.clock.advance(24 * 3600)
    await environment.signUp({ organizationName: 'Six' })
    expect(await environment.mails('verify_email')).toHaveLength(5)
  })
})

describe('a sign-up that the operator does not let in', () => {
  const closed = { kind: 'refused', refusal: 'sign_up_closed' }

  it('is refused while sign-up is closed, and leaves nothing behind', async () => {
    const environment = createTestEnvironment({ settings: { signUp: 'closed' } })
    expect(await environment.auth.signUp(environment.signUpCommand())).toEqual(closed)
    expect(await tenant(environment, 'acme')).toBeUndefined()
  })

  it.each([
    ['ada@example.com', 'signed_up'],
    ['Ada@EXAMPLE.com', 'signed_up'],
    ['ada@sub.example.com', 'refused'],
    ['ada@example.com.evil.test', 'refused'],
    ['ada@notexample.com', 'refused'],
    ['ada@xn--bcher-kva.example', 'signed_up'],
  ])('by its domain: %s is %s', async (email, kind) => {
    const signUpDomains = ['example.com', 'xn--bcher-kva.example']
    const environment = createTestEnvironment({ settings: { signUpDomains } })
    expect(await environment.auth.signUp(environment.signUpCommand({ email }))).toMatchObject({
      kind,
    })
  })
})

describe('a sign-up that breaks rules', () => {
  it('hears of all of them at once, by the names of the fields', async () => {
    const environment = createTestEnvironment()
    const outcome = await environment.auth.signUp({
      username: 'x',
      email: 'nobody',
      password: 'short',
      firstName: '',
      lastName: 'www.example.com',
      organizationName: 'master',
      companyName: 'two\nlines',
      from: environment.from(),
    })
    const { errors } = outcomeOf('invalid', outcome)
    expect(errors.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'username length',
      'email at_sign',
      'password too_short',
      'firstName length',
      'lastName web_address',
      'organizationName reserved',
      'companyName control_characters',
    ])
  })

  it.each([
    ['a common password', 'password'],
    ['the email address', 'ada@example.com'],
    ['the name of the organization', 'acme industries'],
  ])('T-58: is refused %s as password', async (_, password) => {
    const environment = createTestEnvironment()
    const command = environment.signUpCommand({ password, organizationName: 'Acme Industries' })
    const { errors } = outcomeOf('invalid', await environment.auth.signUp(command))
    expect(errors).toMatchObject([{ field: 'password' }])
  })

  it('T-62: never hears its own password again', async () => {
    const environment = createTestEnvironment()
    const outcome = await environment.auth.signUp(
      environment.signUpCommand({ password: 'pä55wrt' }),
    )
    expect(JSON.stringify(outcomeOf('invalid', outcome))).not.toContain('pä55wrt')
  })

  it('leaves nothing behind', async () => {
    const environment = createTestEnvironment()
    await environment.auth.signUp(environment.signUpCommand({ firstName: '' }))
    expect(await tenant(environment, 'acme')).toBeUndefined()
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('a name that is taken', () => {
  it('refuses an organization that exists, however it is spelled', async () => {
    const environment = createTestEnvironment()
    await environment.signUp({ organizationName: 'Acme Inc' })
    const again = environment.signUpCommand({ organizationName: 'acme-INC', username: 'somebody' })
    expect(await environment.auth.signUp(again)).toEqual(refusal('organization_taken'))
  })

  it('T-20: refuses a username that exists in another organization, in any case', async () => {
    const environment = createTestEnvironment()
    await environment.signUp({ username: 'alice' })
    const again = environment.signUpCommand({ organizationName: 'Globex', username: 'ALICE' })
    expect(await environment.auth.signUp(again)).toEqual(refusal('username_taken'))
  })

  it('leaves the organization free when only the username was taken', async () => {
    const environment = createTestEnvironment()
    await environment.signUp({ username: 'alice' })
    await environment.auth.signUp(
      environment.signUpCommand({ organizationName: 'Globex', username: 'alice' }),
    )
    expect(await environment.signUp({ organizationName: 'Globex' })).toMatchObject({
      tenantId: 'globex',
    })
  })

  it('T-25: never joins a realm that only the credential store knows', async () => {
    const environment = createTestEnvironment()
    const { credentialStore } = environment.ports
    const realm = { id: 'acme', name: 'Acme', reservation: 'of somebody else' }
    const { username, email, password, firstName, lastName } = environment.signUpCommand()
    const user = { username, email, password, firstName, lastName }
    await credentialStore.createTenant(realm, user)

    expect(await environment.auth.signUp(environment.signUpCommand())).toEqual(
      refusal('organization_taken'),
    )
    expect(await tenant(environment, 'acme')).toBeUndefined()
    expect(await credentialStore.createTenant(realm, user)).toBeNull()
  })

  it('T-26: lets one of two win that ask for the same at the same time', async () => {
    const environment = createTestEnvironment()
    const command = environment.signUpCommand()
    const outcomes = await Promise.all([
      environment.auth.signUp(command),
      environment.auth.signUp(command),
    ])
    expect(outcomes).toContainEqual(expect.objectContaining({ kind: 'signed_up' }))
    expect(outcomes).toContainEqual(refusal('organization_taken'))
    expect(await environment.mails('verify_email')).toHaveLength(1)
  })

  it('T-20: gives a username to one of many who ask for it at the same time', async () => {
    const environment = createTestEnvironment()
    const organizations = Array.from({ length: 20 }, (_, index) => `Acme ${index}`)
    const outcomes = await Promise.all(
      organizations.map((organizationName) =>
        environment.auth.signUp(environment.signUpCommand({ organizationName, username: 'alice' })),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'signed_up')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(
      Array.from({ length: 19 }, () => refusal('username_taken')),
    )
  })
})

describe('T-27: a flood of sign-ups', () => {
  it('is stopped for one network, whatever the rest of each is worth', async () => {
    const environment = createTestEnvironment()
    const attempt = () => environment.auth.signUp(environment.signUpCommand({ username: 'x' }))
    for (let tried = 0; tried < 60; tried += 1) outcomeOf('invalid', await attempt())
    expect(await attempt()).toEqual({ ...refusal('rate_limited'), retryAfter: 3600 })

    const elsewhere = environment.from({ network: '198.51.100.7' })
    const other = await environment.auth.signUp(environment.signUpCommand({ from: elsewhere }))
    expect(other).toMatchObject({ kind: 'signed_up' })
  })

  it('is stopped over all networks', async () => {
    const environment = createTestEnvironment()
    const attempt = (network: string) =>
      environment.auth.signUp(
        environment.signUpCommand({ username: 'x', from: environment.from({ network }) }),
      )
    for (let tried = 0; tried < 300; tried += 1) await attempt(`198.51.100.${tried}`)
    expect(await attempt('203.0.113.1')).toEqual({ ...refusal('rate_limited'), retryAfter: 60 })
  })
})

describe('T-26: a credential store that fails', () => {
  it('before it made the realm leaves nothing of the sign-up', async () => {
    const environment = createTestEnvironment()
    const broken = failing(environment, async () => {
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(broken.auth.signUp(environment.signUpCommand())).rejects.toThrow(PortError)
    expect(await tenant(environment, 'acme')).toBeUndefined()
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('after it made the realm leaves nothing of the sign-up', async () => {
    const environment = createTestEnvironment()
    const broken = failing(environment, async (...parameters) => {
      await environment.ports.credentialStore.createTenant(...parameters)
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(broken.auth.signUp(environment.signUpCommand())).rejects.toThrow(PortError)
    expect(await tenant(environment, 'acme')).toBeUndefined()
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('so late that its name is another sign-up’s by then costs that one nothing', async () => {
    const environment = createTestEnvironment()
    const late = failing(environment, async () => {
      environment.ports.clock.advance(3600)
      await undoReservedSignUps(environment.ports, {
        reservedBefore: environment.ports.clock.now(),
      })
      await environment.signUp({ username: 'grace', email: 'grace@example.com' })
      return null
    })
    expect(await late.auth.signUp(environment.signUpCommand())).toEqual(
      refusal('organization_taken'),
    )
    const grace = { email: 'grace@example.com', password: 'correct horse' }
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it('never costs another organization its realm', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const broken = failing(environment, async () => {
      throw new PortError('credential_store', 'unavailable')
    })
    const other = environment.signUpCommand({ organizationName: 'Globex' })
    await expect(broken.auth.signUp(other)).rejects.toThrow(PortError)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-26: a sign-up during which the database goes away', () => {
  /** Reserve, activate. */
  const transactions = 2

  it.each(outagesWithin(transactions))(
    'at transaction $atCall with its effect $effect is finished, or can be repeated once it is back',
    async (outage) => {
      const environment = createTestEnvironment()
      const command = environment.signUpCommand()
      const unlucky = environment.with({ ports: storeWithOutage(environment.ports.store, outage) })
      await expect(unlucky.auth.signUp(command)).rejects.toMatchObject({ port: 'store' })

      const isFinished = outage.atCall === transactions && outage.effect === 'done'
      expect(await environment.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await environment.mails('verify_email')).toHaveLength(1)
    },
  )

  it('within two transactions fails, and works with one more', async () => {
    const environment = createTestEnvironment()
    const outage = { atCall: transactions + 1, effect: 'lost' } as const
    const lucky = environment.with({ ports: storeWithOutage(environment.ports.store, outage) })
    expect(await lucky.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('gives up giving back when the reservation has run out anyway', async () => {
    const environment = createTestEnvironment()
    let waits = 0
    const transaction = down('store')
    const sleep = async () => {
      waits += 1
    }
    const ports = { store: { ...environment.ports.store, transaction }, sleep }
    await expect(
      environment.with({ ports }).auth.signUp(environment.signUpCommand()),
    ).rejects.toThrow()
    for (let turn = 0; turn < 10_000; turn += 1) await Promise.resolve()
    expect(waits).toBe(reservationSeconds)
  })
})

describe('T-26: a sign-up that takes its time', () => {
  const ages = [0, 1, signUpSeconds, signUpSeconds + 1, reservationSeconds, reservationSeconds + 1]

  it.each([...ages, 3600])(
    'is whole or gone when others clear up after %d seconds, never undone and answered with success',
    async (age) => {
      const environment = createTestEnvironment()
      const slow = failing(environment, async (...parameters) => {
        const made = await environment.ports.credentialStore.createTenant(...parameters)
        environment.ports.clock.advance(age)
        const before = environment.ports.clock.now().getTime() - reservationSeconds * 1000
        await undoReservedSignUps(environment.ports, { reservedBefore: new Date(before) })
        return made
      })
      const command = environment.signUpCommand()
      const outcome = await slow.auth.signUp(command).catch((error: unknown) => error)
      if (age <= signUpSeconds) {
        expect(outcome).toMatchObject({ kind: 'signed_up' })
      } else {
        expect(outcome).toMatchObject({ port: 'credential_store', failure: 'timeout' })
        expect(await environment.mails('verify_email')).toEqual([])
        expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
      }
      expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await environment.mails('verify_email')).toHaveLength(1)
    },
  )

  it('is too late when another sign-up has its name by then, and costs that one nothing', async () => {
    const environment = createTestEnvironment()
    const grace = { username: 'grace', email: 'grace@example.com' }
    const late = failing(environment, async (...parameters) => {
      const made = await environment.ports.credentialStore.createTenant(...parameters)
      await undoReservedSignUps(environment.ports, { reservedBefore: new Date(8.64e15) })
      await environment.signUp(grace)
      return made
    })
    await expect(late.auth.signUp(environment.signUpCommand())).rejects.toThrow(PortError)
    const password = 'correct horse'
    expect(await environment.logIn({ ...grace, password })).toMatchObject({ kind: 'authenticated' })
  })
})

function failing(
  environment: TestEnvironment,
  createTenant: TestEnvironment['ports']['credentialStore']['createTenant'],
) {
  const { credentialStore } = environment.ports
  return environment.with({ ports: { credentialStore: { ...credentialStore, createTenant } } })
}

function tenant({ ports }: TestEnvironment, id: string) {
  return ports.store.transaction((tx) => tx.tenants.find(id))
}

function refusal(code: string) {
  return { kind: 'refused', refusal: code }
}
