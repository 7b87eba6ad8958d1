import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'

const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }
const rateLimited = { kind: 'refused', refusal: 'rate_limited' }

describe('T-09: guesses at one challenge', () => {
  it('are five, and then the right code is dead too', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    for (let guessed = 0; guessed < 5; guessed += 1) {
      expect(await guess(environment, ada, { sessionToken })).toEqual(otpInvalid)
    }
    expect(await guess(environment, ada, { sessionToken, code })).toEqual(otpInvalid)
    expect(await guess(environment, ada, { code })).toEqual(otpInvalid)
  })

  it('are five, the right one included', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    for (let guessed = 0; guessed < 4; guessed += 1) await guess(environment, ada, { sessionToken })
    const last = await guess(environment, ada, { sessionToken, code })
    expect(last).toMatchObject({ kind: 'authenticated' })
  })

  it('are counted before they are compared: of 200 at once no more than five are', async () => {
    const { environment, ada, sessionToken } = await waiting()
    const { compared, watched } = comparing(environment)
    const guesses = Array.from({ length: 200 }, (_, index) =>
      guess(watched, ada, { sessionToken, network: `198.51.100.${index}` }),
    )
    const outcomes = await Promise.all(guesses)
    expect(compared()).toBe(5)
    expect(outcomes).not.toContainEqual(expect.objectContaining({ kind: 'authenticated' }))
  })
})

describe('T-09: guesses at one account over many challenges', () => {
  it('become slow for one network, and slower each time', async () => {
    const { environment, ada } = await waiting()
    const pauses: number[] = []
    for (let guessed = 0; guessed < 14; ) {
      const { sessionToken } = await challenge(environment, ada)
      const outcome = await guess(environment, ada, { sessionToken })
      if (outcome.kind === 'refused' && outcome.refusal === 'rate_limited') {
        pauses.push(outcome.retryAfter ?? 0)
        environment.ports.clock.advance(outcome.retryAfter ?? 0)
      } else guessed += 1
    }
    expect(pauses).toEqual([2, 4, 8])
  })

  it('end at fifty a day, from however many networks they come', async () => {
    const { environment, ada } = await waiting()
    const { compared, watched } = comparing(environment)
    for (let round = 0; round < 20; round += 1) {
      const { sessionToken } = await challenge(environment, ada)
      for (let guessed = 0; guessed < 5; guessed += 1) {
        const network = `198.51.${round}.${guessed}`
        await guess(watched, ada, { sessionToken, network })
      }
      environment.ports.clock.advance(180)
    }
    expect(compared()).toBe(50)
    const { sessionToken } = await challenge(environment, ada)
    const { code } = await environment.lastMail('otp')
    const elsewhere = { sessionToken, code, network: '203.0.113.1' }
    expect(await guess(environment, ada, elsewhere)).toMatchObject(rateLimited)
  })

  it('do not count where the person got in before', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    await environment.changeAccount(ada.accountId, { emailVerified: true })
    await guess(environment, ada, { sessionToken, code })
    for (let guessed = 0; guessed < 60; guessed += 1) {
      await guess(environment, ada, { sessionToken, network: `198.51.100.${guessed}` })
    }
    const next = await challenge(environment, ada)
    const right = { ...next, code: (await environment.lastMail('otp')).code }
    expect(await guess(environment, ada, right)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-10: a stranger who knows a username', () => {
  it('has three guesses at a challenge', async () => {
    const { environment, ada, code } = await waiting()
    for (let guessed = 0; guessed < 3; guessed += 1) {
      expect(await guess(environment, ada, {})).toEqual(otpInvalid)
    }
    expect(await guess(environment, ada, { code })).toEqual(otpInvalid)
  })

  it('cannot burn the code of its owner, at the same time from many networks either', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const { compared, watched } = comparing(environment)
    const guesses = Array.from({ length: 200 }, (_, index) =>
      guess(watched, ada, { network: `198.51.100.${index}` }),
    )
    await Promise.all(guesses)
    expect(compared()).toBe(3)
    expect(await guess(environment, ada, { sessionToken, code })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('is one with the session token of another account', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const { sessionToken: foreign } = await challenge(environment, await mallory(environment))
    for (let guessed = 0; guessed < 5; guessed += 1) {
      await guess(environment, ada, { sessionToken: foreign })
    }
    expect(await guess(environment, ada, { sessionToken: foreign, code })).toEqual(otpInvalid)
    expect(await guess(environment, ada, { sessionToken, code })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('is one with a session token that has expired', async () => {
    const { environment, ada } = await waiting()
    const { sessionToken: old } = await challenge(environment, ada)
    environment.ports.clock.advance(15 * 60)
    const { sessionToken } = await challenge(environment, ada)
    for (let guessed = 0; guessed < 5; guessed += 1) {
      await guess(environment, ada, { sessionToken: old })
    }
    const { code } = await environment.lastMail('otp')
    expect(await guess(environment, ada, { sessionToken, code })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('cannot keep other people out by guessing at an own account', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const stranger = await mallory(environment)
    const own = await challenge(environment, stranger)
    for (let guessed = 0; guessed < 210; guessed += 1) {
      const network = `198.51.100.${guessed}`
      await guess(environment, stranger, { sessionToken: own.sessionToken, network })
    }
    expect(await guess(environment, ada, { sessionToken, code })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('is stopped for one network over all usernames', async () => {
    const { environment } = await waiting()
    for (let guessed = 0; guessed < 200; guessed += 1) {
      expect(await guess(environment, { username: `user-${guessed}` }, {})).toEqual(otpInvalid)
    }
    expect(await guess(environment, { username: 'user-200' }, {})).toEqual({
      ...rateLimited,
      retryAfter: 900,
    })
  })
})

describe('T-96: the network of a login', () => {
  it('counts as its owner without a session token, whatever strangers guessed', async () => {
    const { environment, ada, code } = await waiting()
    for (let guessed = 0; guessed < 40; guessed += 1) {
      await guess(environment, ada, { network: `198.51.100.${guessed}` })
    }
    expect(await guess(environment, ada, { code, network: '203.0.113.9' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('has the guesses of the owner, and no more', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const network = '203.0.113.9'
    for (let guessed = 0; guessed < 4; guessed += 1) await guess(environment, ada, { network })
    await guess(environment, ada, { sessionToken })
    expect(await guess(environment, ada, { code, network })).toEqual(otpInvalid)
  })

  it('is that of the login that asked last', async () => {
    const { environment, ada, code } = await waiting()
    for (let guessed = 0; guessed < 3; guessed += 1) await guess(environment, ada, {})
    await environment.logIn(ada, { network: '192.0.2.77' })
    expect(await guess(environment, ada, { code, network: '203.0.113.9' })).toEqual(otpInvalid)
    expect(await guess(environment, ada, { code, network: '192.0.2.77' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('counts for nothing at a code of which it is not known', async () => {
    const { environment, ada, code } = await waiting()
    await environment.ports.store.transaction(async (tx) => {
      const challenge = await tx.otpChallenges.findByAccount(ada.accountId)
      if (challenge) await tx.otpChallenges.put({ ...challenge, network: null })
    })
    for (let guessed = 0; guessed < 3; guessed += 1) await guess(environment, ada, {})
    expect(await guess(environment, ada, { code, network: '203.0.113.9' })).toEqual(otpInvalid)
  })
})

describe('T-101: a stranger who guesses before, during and after a login', () => {
  it('sees the same as at a username that nobody has', async () => {
    const { environment } = await waiting()
    const grace = await environment.signUp({
      organizationName: 'Globex',
      email: 'grace@example.com',
    })
    const seen = async (username: string) => {
      const answers: unknown[] = []
      for (let guessed = 0; guessed < 24; guessed += 1) {
        if (guessed === 11) await environment.logIn(grace, { network: '203.0.113.9' })
        if (guessed === 12) environment.ports.clock.advance(2)
        answers.push(await guess(environment, { username }, {}))
      }
      return answers
    }
    const atGrace = await seen(grace.username)
    expect(atGrace).toContainEqual(expect.objectContaining(rateLimited))
    environment.ports.clock.advance(15 * 60 + 1)
    expect(await seen('nobody')).toEqual(atGrace)
  })
})

describe('T-12: nobody learns from a wrong guess', () => {
  const cases = {
    'an unknown username': { username: 'nobody' },
    'no username at all': { username: '@' },
    'a user without a challenge': { username: 'ada-globex' },
    'a user with a challenge': { username: 'ada-acme' },
  }

  it.each(Object.entries(cases))('about %s', async (_, { username }) => {
    const { environment } = await waiting()
    await environment.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
    const digested: string[] = []
    const watched = environment.with({
      ports: {
        secrets: {
          ...environment.ports.secrets,
          digests(purpose, text) {
            digested.push(purpose)
            return environment.ports.secrets.digests(purpose, text)
          },
        },
      },
    })
    expect(await guess(watched, { username }, {})).toEqual(otpInvalid)
    expect(digested).toEqual(['otp'])
  })

  it('whether a challenge has expired', async () => {
    const { environment, ada } = await waiting()
    environment.ports.clock.advance(300)
    expect(await guess(environment, ada, {})).toEqual(otpInvalid)
  })
})

describe('T-85: a store that fails', () => {
  it('lets nobody in, and does not count as a guess', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const { store } = environment.ports
    for (let tried = 0; tried < 20; tried += 1) {
      let calls = 0
      const broken = environment.with({
        ports: {
          store: {
            ...store,
            transaction: (work) => {
              calls += 1
              return calls === 1 ? store.transaction(work) : down('store')()
            },
          },
        },
      })
      await expect(guess(broken, ada, { sessionToken, code })).rejects.toThrow(PortError)
    }
    expect(await guess(environment, ada, { sessionToken, code })).toMatchObject({
      kind: 'authenticated',
    })
  })
})

async function waiting() {
  const environment = createTestEnvironment({ settings: { otpDefault: true } })
  const ada = await environment.signUp()
  const { sessionToken } = await challenge(environment, ada)
  const { code } = await environment.lastMail('otp')
  return { environment, ada, code, sessionToken }
}

/** A login that waits for a code. Makes room for the mail by letting time pass. */
async function challenge(environment: TestEnvironment, person: Person) {
  const outcome = await environment.logIn(person, { network: '203.0.113.9' })
  if (outcome.kind === 'otp_required') return outcome
  environment.ports.clock.advance(15 * 60 + 1)
  return outcomeOf('otp_required', await environment.logIn(person, { network: '203.0.113.9' }))
}

function mallory(environment: TestEnvironment): Promise<Person> {
  return environment.signUp({ organizationName: 'Evil', email: 'mallory@evil.com' })
}

interface Guess {
  readonly code?: string
  readonly sessionToken?: string
  readonly network?: string
}

function guess(environment: TestEnvironment, { username }: Pick<Person, 'username'>, how: Guess) {
  const { code = 'wrong!', sessionToken, network = '192.0.2.1' } = how
  return environment.auth.verifyOtp({
    username,
    code,
    sessionToken,
    from: environment.from({ network }),
  })
}

/** The same world, with a count of how many codes were compared. */
function comparing(environment: TestEnvironment) {
  let compared = 0
  const { secrets } = environment.ports
  const watched = environment.with({
    ports: {
      secrets: {
        ...secrets,
        equal(one, other) {
          compared += 1
          return secrets.equal(one, other)
        },
      },
    },
  })
  return { compared: () => compared, watched }
}
