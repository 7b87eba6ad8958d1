import { describe, expect, it } from '@jest/globals'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import { down } from '../../testing/index.ts'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import { PortError } from '../port-error.ts'
import { reservationSeconds, signUpSeconds } from './reservation.ts'
import { undoReservedSignUps } from './undo-reserved-sign-ups.ts'

describe('signing up', () => {
  it('makes an organization and its first user, who administers it', async () => {
    const stage = createStage()
    const signedUp = await stage.auth.signUp(stage.signUpCommand({ organizationName: 'Acme Inc' }))
    const { userId } = outcomeOf('signed_up', signedUp)
    expect(signedUp).toEqual({
      kind: 'signed_up',
      userId,
      username: 'ada-acme-inc',
      organization: 'Acme Inc Ltd',
    })
    expect(await stage.account(userId)).toMatchObject({
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
      standing: 'active',
    })
    expect(await tenant(stage, 'acme-inc')).toMatchObject({
      name: 'Acme Inc Ltd',
      standing: 'active',
      otpEnabled: false,
    })
  })

  it('opens the door to the password that was chosen', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('keeps the address as it was given', async () => {
    const stage = createStage()
    const ada = await stage.signUp({ email: 'Ada+Acme@Example.com' })
    expect(await stage.lastMail('verify_email')).toMatchObject({ to: 'Ada+Acme@Example.com' })
    expect(await stage.account(ada.accountId)).toMatchObject({
      email: 'Ada+Acme@Example.com',
      emailCanonical: 'ada+acme@example.com',
    })
  })

  it('mails a token that verifies the address', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const mail = await stage.lastMail('verify_email')
    expect(mail).toMatchObject({ to: ada.email, firstName: 'Ada', organization: 'Acme Ltd' })
    const verified = await stage.auth.verifyEmail({ token: mail.token, from: stage.from() })
    expect(verified).toMatchObject({ kind: 'email_verified' })
  })

  it('is on record', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    expect(await stage.audit('signed_up')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', network: '192.0.2.1' },
    ])
  })

  it('gives a new organization the OTP setting of the operator', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    await stage.signUp()
    expect(await tenant(stage, 'acme')).toMatchObject({ otpEnabled: true })
  })

  it('T-28: takes nothing from the caller but the named fields', async () => {
    const stage = createStage()
    const greedy = { role: 'super_admin', emailVerified: true, machineRole: 'root', apiKey: 'mine' }
    const outcome = await stage.auth.signUp({ ...stage.signUpCommand(), ...greedy })
    const { userId } = outcomeOf('signed_up', outcome)
    const account = await stage.account(userId)
    expect(account).toMatchObject({ role: 'company_admin', emailVerified: false, machineRole: '' })
    expect(account?.apiKey).not.toBe('mine')
  })
})

describe('a sign-up that breaks rules', () => {
  it('hears of all of them at once, by the names of the fields', async () => {
    const stage = createStage()
    const outcome = await stage.auth.signUp({
      username: 'x',
      email: 'nobody',
      password: 'short',
      firstName: '',
      lastName: 'www.example.com',
      organizationName: 'master',
      companyName: 'two\nlines',
      from: stage.from(),
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
    const stage = createStage()
    const command = stage.signUpCommand({ password, organizationName: 'Acme Industries' })
    const { errors } = outcomeOf('invalid', await stage.auth.signUp(command))
    expect(errors).toMatchObject([{ field: 'password' }])
  })

  it('T-62: never hears its own password again', async () => {
    const stage = createStage()
    const outcome = await stage.auth.signUp(stage.signUpCommand({ password: 'pä55wrt' }))
    expect(JSON.stringify(outcomeOf('invalid', outcome))).not.toContain('pä55wrt')
  })

  it('leaves nothing behind', async () => {
    const stage = createStage()
    await stage.auth.signUp(stage.signUpCommand({ firstName: '' }))
    expect(await tenant(stage, 'acme')).toBeUndefined()
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('a name that is taken', () => {
  it('refuses an organization that exists, however it is spelled', async () => {
    const stage = createStage()
    await stage.signUp({ organizationName: 'Acme Inc' })
    const again = stage.signUpCommand({ organizationName: 'acme-INC', username: 'somebody' })
    expect(await stage.auth.signUp(again)).toEqual(refusal('organization_taken'))
  })

  it('T-20: refuses a username that exists in another organization, in any case', async () => {
    const stage = createStage()
    await stage.signUp({ username: 'alice' })
    const again = stage.signUpCommand({ organizationName: 'Globex', username: 'ALICE' })
    expect(await stage.auth.signUp(again)).toEqual(refusal('username_taken'))
  })

  it('leaves the organization free when only the username was taken', async () => {
    const stage = createStage()
    await stage.signUp({ username: 'alice' })
    await stage.auth.signUp(stage.signUpCommand({ organizationName: 'Globex', username: 'alice' }))
    expect(await stage.signUp({ organizationName: 'Globex' })).toMatchObject({
      tenantId: 'globex',
    })
  })

  it('T-25: never joins a realm that only the credential store knows', async () => {
    const stage = createStage()
    const { credentialStore } = stage.ports
    const realm = { id: 'acme', name: 'Acme', reservation: 'of somebody else' }
    const { username, email, password, firstName, lastName } = stage.signUpCommand()
    const user = { username, email, password, firstName, lastName }
    await credentialStore.createTenant(realm, user)

    expect(await stage.auth.signUp(stage.signUpCommand())).toEqual(refusal('organization_taken'))
    expect(await tenant(stage, 'acme')).toBeUndefined()
    expect(await credentialStore.createTenant(realm, user)).toBeNull()
  })

  it('T-26: lets one of two win that ask for the same at the same time', async () => {
    const stage = createStage()
    const command = stage.signUpCommand()
    const outcomes = await Promise.all([stage.auth.signUp(command), stage.auth.signUp(command)])
    expect(outcomes).toContainEqual(expect.objectContaining({ kind: 'signed_up' }))
    expect(outcomes).toContainEqual(refusal('organization_taken'))
    expect(await stage.mails('verify_email')).toHaveLength(1)
  })

  it('T-20: gives a username to one of many who ask for it at the same time', async () => {
    const stage = createStage()
    const organizations = Array.from({ length: 20 }, (_, index) => `Acme ${index}`)
    const outcomes = await Promise.all(
      organizations.map((organizationName) =>
        stage.auth.signUp(stage.signUpCommand({ organizationName, username: 'alice' })),
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
    const stage = createStage()
    const attempt = () => stage.auth.signUp(stage.signUpCommand({ username: 'x' }))
    for (let tried = 0; tried < 60; tried += 1) outcomeOf('invalid', await attempt())
    expect(await attempt()).toEqual({ ...refusal('rate_limited'), retryAfter: 3600 })

    const elsewhere = stage.from({ network: '198.51.100.7' })
    const other = await stage.auth.signUp(stage.signUpCommand({ from: elsewhere }))
    expect(other).toMatchObject({ kind: 'signed_up' })
  })

  it('is stopped over all networks', async () => {
    const stage = createStage()
    const attempt = (network: string) =>
      stage.auth.signUp(stage.signUpCommand({ username: 'x', from: stage.from({ network }) }))
    for (let tried = 0; tried < 300; tried += 1) await attempt(`198.51.100.${tried}`)
    expect(await attempt('203.0.113.1')).toEqual({ ...refusal('rate_limited'), retryAfter: 60 })
  })
})

describe('T-26: a credential store that fails', () => {
  it('before it made the realm leaves nothing of the sign-up', async () => {
    const stage = createStage()
    const broken = failing(stage, async () => {
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(broken.auth.signUp(stage.signUpCommand())).rejects.toThrow(PortError)
    expect(await tenant(stage, 'acme')).toBeUndefined()
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('after it made the realm leaves nothing of the sign-up', async () => {
    const stage = createStage()
    const broken = failing(stage, async (...parameters) => {
      await stage.ports.credentialStore.createTenant(...parameters)
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(broken.auth.signUp(stage.signUpCommand())).rejects.toThrow(PortError)
    expect(await tenant(stage, 'acme')).toBeUndefined()
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('so late that its name is another sign-up’s by then costs that one nothing', async () => {
    const stage = createStage()
    const late = failing(stage, async () => {
      stage.ports.clock.advance(3600)
      await undoReservedSignUps(stage.ports, { reservedBefore: stage.ports.clock.now() })
      await stage.signUp({ username: 'grace', email: 'grace@example.com' })
      return null
    })
    expect(await late.auth.signUp(stage.signUpCommand())).toEqual(refusal('organization_taken'))
    const grace = { email: 'grace@example.com', password: 'correct horse' }
    expect(await stage.logIn(grace)).toMatchObject({ kind: 'authenticated' })
  })

  it('never costs another organization its realm', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const broken = failing(stage, async () => {
      throw new PortError('credential_store', 'unavailable')
    })
    const other = stage.signUpCommand({ organizationName: 'Globex' })
    await expect(broken.auth.signUp(other)).rejects.toThrow(PortError)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-26: a sign-up during which the database goes away', () => {
  /** Reserve, activate. */
  const transactions = 2

  it.each(outagesWithin(transactions))(
    'at transaction $atCall with its effect $effect is finished, or can be repeated once it is back',
    async (outage) => {
      const stage = createStage()
      const command = stage.signUpCommand()
      const unlucky = stage.with({ ports: storeWithOutage(stage.ports.store, outage) })
      await expect(unlucky.auth.signUp(command)).rejects.toMatchObject({ port: 'store' })

      const isFinished = outage.atCall === transactions && outage.effect === 'done'
      expect(await stage.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await stage.mails('verify_email')).toHaveLength(1)
    },
  )

  it('within two transactions fails, and works with one more', async () => {
    const stage = createStage()
    const outage = { atCall: transactions + 1, effect: 'lost' } as const
    const lucky = stage.with({ ports: storeWithOutage(stage.ports.store, outage) })
    expect(await lucky.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('gives up giving back when the reservation has run out anyway', async () => {
    const stage = createStage()
    let waits = 0
    const transaction = down('store')
    const sleep = async () => {
      waits += 1
    }
    const ports = { store: { ...stage.ports.store, transaction }, sleep }
    await expect(stage.with({ ports }).auth.signUp(stage.signUpCommand())).rejects.toThrow()
    for (let turn = 0; turn < 10_000; turn += 1) await Promise.resolve()
    expect(waits).toBe(reservationSeconds)
  })
})

describe('T-26: a sign-up that takes its time', () => {
  const ages = [0, 1, signUpSeconds, signUpSeconds + 1, reservationSeconds, reservationSeconds + 1]

  it.each([...ages, 3600])(
    'is whole or gone when others clear up after %d seconds, never undone and answered with success',
    async (age) => {
      const stage = createStage()
      const slow = failing(stage, async (...parameters) => {
        const made = await stage.ports.credentialStore.createTenant(...parameters)
        stage.ports.clock.advance(age)
        const before = stage.ports.clock.now().getTime() - reservationSeconds * 1000
        await undoReservedSignUps(stage.ports, { reservedBefore: new Date(before) })
        return made
      })
      const command = stage.signUpCommand()
      const outcome = await slow.auth.signUp(command).catch((error: unknown) => error)
      if (age <= signUpSeconds) {
        expect(outcome).toMatchObject({ kind: 'signed_up' })
      } else {
        expect(outcome).toMatchObject({ port: 'credential_store', failure: 'timeout' })
        expect(await stage.mails('verify_email')).toEqual([])
        expect(await stage.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
      }
      expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await stage.mails('verify_email')).toHaveLength(1)
    },
  )

  it('is too late when another sign-up has its name by then, and costs that one nothing', async () => {
    const stage = createStage()
    const grace = { username: 'grace', email: 'grace@example.com' }
    const late = failing(stage, async (...parameters) => {
      const made = await stage.ports.credentialStore.createTenant(...parameters)
      await undoReservedSignUps(stage.ports, { reservedBefore: new Date(8.64e15) })
      await stage.signUp(grace)
      return made
    })
    await expect(late.auth.signUp(stage.signUpCommand())).rejects.toThrow(PortError)
    const password = 'correct horse'
    expect(await stage.logIn({ ...grace, password })).toMatchObject({ kind: 'authenticated' })
  })
})

function failing(stage: Stage, createTenant: Stage['ports']['credentialStore']['createTenant']) {
  const { credentialStore } = stage.ports
  return stage.with({ ports: { credentialStore: { ...credentialStore, createTenant } } })
}

function tenant({ ports }: Stage, id: string) {
  return ports.store.transaction((tx) => tx.tenants.find(id))
}

function refusal(code: string) {
  return { kind: 'refused', refusal: code }
}
