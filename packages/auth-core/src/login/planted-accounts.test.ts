import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { watching } from '../../test-support/watching.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

const rateLimited = { kind: 'refused', refusal: 'rate_limited' }

describe('T-88: a planted organization', () => {
  it('forgives no guess at the owner’s account from its network', async () => {
    const { environment, planted } = await withVictim()
    const { checks, watched } = watching(environment)
    for (let round = 0; round < 8; round += 1) {
      for (let tried = 0; tried < 5; tried += 1) await guess(watched, planted)
      expect(await watched.logIn(planted)).toMatchObject({ kind: 'authenticated' })
    }
    expect(checks.filter((tenantId) => tenantId === 'acme')).toHaveLength(11)
  })

  it('makes no network known: guesses over all networks end at fifty an hour', async () => {
    const { environment, planted } = await withVictim()
    const { checks, watched } = watching(environment)
    for (let round = 0; round < 12; round += 1) {
      const network = `198.51.100.${round}`
      expect(await watched.logIn(planted, { network })).toMatchObject({ kind: 'authenticated' })
      for (let tried = 0; tried < 4; tried += 1) await guess(watched, planted, network)
    }
    expect(checks.filter((tenantId) => tenantId === 'acme')).toHaveLength(50)
  })

  it('keeps the owner out of nothing where they usually log in', async () => {
    const { environment, ada, planted } = await withVictim()
    await environment.logIn(ada)
    for (let round = 0; round < 60; round += 1) {
      await environment.logIn(planted, { network: `198.51.100.${round}` })
    }
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('learns from no answer whether there is another account', async () => {
    const [alone, beside] = [createTestEnvironment(), createTestEnvironment()]
    await signUpIn(beside, ['Acme'], { emailVerified: true })
    const moves = 'g g p g g g g g g g g g g g g g wait g p g wait p g g p p p p p p p p p p p p g'
    const answers = async (environment: TestEnvironment) => {
      const planted = await plant(environment)
      const seen: unknown[] = []
      for (const move of moves.split(' ')) {
        if (move === 'wait') environment.ports.clock.advance(2)
        else if (move === 'p') seen.push(shape(await environment.logIn(planted)))
        else seen.push(shape(await guess(environment, planted)))
      }
      return seen
    }
    expect(await answers(beside)).toEqual(await answers(alone))
  })

  it('is told apart by who got in before from the network: they hear that they have to wait', async () => {
    const { environment, ada, planted } = await withVictim()
    await environment.logIn(ada)
    for (let tried = 0; tried < 11; tried += 1) await environment.logIn(planted)
    expect(await environment.logIn(ada)).toEqual({ ...rateLimited, retryAfter: 1 })
    environment.ports.clock.advance(1)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-88: failures that could not be checked', () => {
  it('count for no account', async () => {
    const { environment, ada, planted } = await withVictim()
    const { credentialStore } = environment.ports
    const broken = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          checkPassword: async (user, password) => {
            if (user.tenantId === 'evil') throw new Error('broken')
            return credentialStore.checkPassword(user, password)
          },
        },
      },
    })
    for (let tried = 0; tried < 20; tried += 1) {
      await expect(guess(broken, planted)).rejects.toThrow('broken')
    }
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-91: many planted organizations', () => {
  it('keep the owner of a confirmed account out of nothing', async () => {
    const environment = createTestEnvironment()
    await signUpIn(environment, names(25))
    const ada = await signUpConfirmed(environment)
    await signUpIn(environment, names(25, 'Later'))
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('from before let the owner in who signs up', async () => {
    const environment = createTestEnvironment()
    await signUpIn(environment, names(25))
    const ada = await environment.signUp({ organizationName: 'Own', password: 'my own password' })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('are tried last, the newest first, and three at most', async () => {
    const environment = createTestEnvironment({ settings: { concurrentChecks: 1 } })
    await signUpIn(environment, names(5))
    const ada = await signUpConfirmed(environment)
    const { checks, watched } = watching(environment)
    await guess(watched, ada)
    expect(checks).toEqual(['own', 'acme-4', 'acme-3', 'acme-2'])
  })
})

const names = (count: number, name = 'Acme') =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

async function withVictim() {
  const environment = createTestEnvironment()
  const ada = await signUpIn(environment, ['Acme'], { emailVerified: true })
  return { environment, ada, planted: await plant(environment) }
}

function plant(environment: TestEnvironment): Promise<Person> {
  return environment.signUp({ organizationName: 'Evil', password: 'a password of mine' })
}

async function signUpConfirmed(environment: TestEnvironment): Promise<Person> {
  const person = await environment.signUp({ organizationName: 'Own', password: 'my own password' })
  await environment.changeAccount(person.accountId, { emailVerified: true })
  environment.ports.clock.advance(1)
  return person
}

function guess(
  environment: TestEnvironment,
  { email }: Pick<Person, 'email'>,
  network = '192.0.2.1',
) {
  return environment.logIn({ email, password: 'a wrong guess' }, { network })
}

/** What a stranger can see of an answer. */
function shape(outcome: Awaited<ReturnType<TestEnvironment['logIn']>>): unknown {
  if (outcome.kind === 'refused') return outcome
  return outcomeOf('authenticated', outcome).offered.map(({ tenant }) => tenant.id)
}
