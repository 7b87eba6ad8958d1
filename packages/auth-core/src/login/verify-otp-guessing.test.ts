import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'
import { PortError } from '../port-error.ts'

const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }
const rateLimited = { kind: 'refused', refusal: 'rate_limited' }

describe('T-09: guesses at one challenge', () => {
  it('are five, and then the right code is dead too', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    for (let guessed = 0; guessed < 5; guessed += 1) {
      expect(await guess(stage, ada, { sessionToken })).toEqual(otpInvalid)
    }
    expect(await guess(stage, ada, { sessionToken, code })).toEqual(otpInvalid)
    expect(await guess(stage, ada, { code })).toEqual(otpInvalid)
  })

  it('are five, the right one included', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    for (let guessed = 0; guessed < 4; guessed += 1) await guess(stage, ada, { sessionToken })
    const last = await guess(stage, ada, { sessionToken, code })
    expect(last).toMatchObject({ kind: 'authenticated' })
  })

  it('are counted before they are compared: of 200 at once no more than five are', async () => {
    const { stage, ada, sessionToken } = await waiting()
    const { compared, watched } = comparing(stage)
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
    const { stage, ada } = await waiting()
    const pauses: number[] = []
    for (let guessed = 0; guessed < 14; ) {
      const { sessionToken } = await challenge(stage, ada)
      const outcome = await guess(stage, ada, { sessionToken })
      if (outcome.kind === 'refused' && outcome.refusal === 'rate_limited') {
        pauses.push(outcome.retryAfter ?? 0)
        stage.ports.clock.advance(outcome.retryAfter ?? 0)
      } else guessed += 1
    }
    expect(pauses).toEqual([2, 4, 8])
  })

  it('end at fifty a day, from however many networks they come', async () => {
    const { stage, ada } = await waiting()
    const { compared, watched } = comparing(stage)
    for (let round = 0; round < 20; round += 1) {
      const { sessionToken } = await challenge(stage, ada)
      for (let guessed = 0; guessed < 5; guessed += 1) {
        const network = `198.51.${round}.${guessed}`
        await guess(watched, ada, { sessionToken, network })
      }
      stage.ports.clock.advance(180)
    }
    expect(compared()).toBe(50)
    const { sessionToken } = await challenge(stage, ada)
    const { code } = await stage.lastMail('otp')
    const elsewhere = { sessionToken, code, network: '203.0.113.1' }
    expect(await guess(stage, ada, elsewhere)).toMatchObject(rateLimited)
  })

  it('do not count where the person got in before', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    await guess(stage, ada, { sessionToken, code })
    for (let guessed = 0; guessed < 60; guessed += 1) {
      await guess(stage, ada, { sessionToken, network: `198.51.100.${guessed}` })
    }
    const next = await challenge(stage, ada)
    const right = { ...next, code: (await stage.lastMail('otp')).code }
    expect(await guess(stage, ada, right)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-10: a stranger who knows a username', () => {
  it('has three guesses at a challenge', async () => {
    const { stage, ada, code } = await waiting()
    for (let guessed = 0; guessed < 3; guessed += 1) {
      expect(await guess(stage, ada, {})).toEqual(otpInvalid)
    }
    expect(await guess(stage, ada, { code })).toEqual(otpInvalid)
  })

  it('cannot burn the code of its owner, at the same time from many networks either', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const { compared, watched } = comparing(stage)
    const guesses = Array.from({ length: 200 }, (_, index) =>
      guess(watched, ada, { network: `198.51.100.${index}` }),
    )
    await Promise.all(guesses)
    expect(compared()).toBe(3)
    expect(await guess(stage, ada, { sessionToken, code })).toMatchObject({ kind: 'authenticated' })
  })

  it('is one with the session token of another account', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const { sessionToken: foreign } = await challenge(stage, await mallory(stage))
    for (let guessed = 0; guessed < 5; guessed += 1) {
      await guess(stage, ada, { sessionToken: foreign })
    }
    expect(await guess(stage, ada, { sessionToken: foreign, code })).toEqual(otpInvalid)
    expect(await guess(stage, ada, { sessionToken, code })).toMatchObject({ kind: 'authenticated' })
  })

  it('is one with a session token that has expired', async () => {
    const { stage, ada } = await waiting()
    const { sessionToken: old } = await challenge(stage, ada)
    stage.ports.clock.advance(15 * 60)
    const { sessionToken } = await challenge(stage, ada)
    for (let guessed = 0; guessed < 5; guessed += 1) {
      await guess(stage, ada, { sessionToken: old })
    }
    const { code } = await stage.lastMail('otp')
    expect(await guess(stage, ada, { sessionToken, code })).toMatchObject({ kind: 'authenticated' })
  })

  it('cannot keep other people out by guessing at an own account', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const stranger = await mallory(stage)
    const own = await challenge(stage, stranger)
    for (let guessed = 0; guessed < 210; guessed += 1) {
      const network = `198.51.100.${guessed}`
      await guess(stage, stranger, { sessionToken: own.sessionToken, network })
    }
    expect(await guess(stage, ada, { sessionToken, code })).toMatchObject({ kind: 'authenticated' })
  })

  it('is stopped for one network over all usernames', async () => {
    const { stage } = await waiting()
    for (let guessed = 0; guessed < 200; guessed += 1) {
      expect(await guess(stage, { username: `user-${guessed}` }, {})).toEqual(otpInvalid)
    }
    expect(await guess(stage, { username: 'user-200' }, {})).toEqual({
      ...rateLimited,
      retryAfter: 900,
    })
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
    const { stage } = await waiting()
    await stage.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
    const digested: string[] = []
    const watched = stage.with({
      ports: {
        secrets: {
          ...stage.ports.secrets,
          digests(purpose, text) {
            digested.push(purpose)
            return stage.ports.secrets.digests(purpose, text)
          },
        },
      },
    })
    expect(await guess(watched, { username }, {})).toEqual(otpInvalid)
    expect(digested).toEqual(['otp'])
  })

  it('whether a challenge has expired', async () => {
    const { stage, ada } = await waiting()
    stage.ports.clock.advance(300)
    expect(await guess(stage, ada, {})).toEqual(otpInvalid)
  })
})

describe('T-85: a store that fails', () => {
  it('lets nobody in, and does not count as a guess', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const { store } = stage.ports
    for (let tried = 0; tried < 20; tried += 1) {
      let calls = 0
      const broken = stage.with({
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
    expect(await guess(stage, ada, { sessionToken, code })).toMatchObject({ kind: 'authenticated' })
  })
})

async function waiting() {
  const stage = createStage({ settings: { otpDefault: true } })
  const ada = await stage.signUp()
  const { sessionToken } = await challenge(stage, ada)
  const { code } = await stage.lastMail('otp')
  return { stage, ada, code, sessionToken }
}

/** A login that waits for a code. Makes room for the mail by letting time pass. */
async function challenge(stage: Stage, person: Person) {
  const outcome = await stage.logIn(person, { network: '203.0.113.9' })
  if (outcome.kind === 'otp_required') return outcome
  stage.ports.clock.advance(15 * 60 + 1)
  return outcomeOf('otp_required', await stage.logIn(person, { network: '203.0.113.9' }))
}

function mallory(stage: Stage): Promise<Person> {
  return stage.signUp({ organizationName: 'Evil', email: 'mallory@evil.com' })
}

interface Guess {
  readonly code?: string
  readonly sessionToken?: string
  readonly network?: string
}

function guess(stage: Stage, { username }: Pick<Person, 'username'>, how: Guess) {
  const { code = 'wrong!', sessionToken, network = '192.0.2.1' } = how
  return stage.auth.verifyOtp({ username, code, sessionToken, from: stage.from({ network }) })
}

/** The same world, with a count of how many codes were compared. */
function comparing(stage: Stage) {
  let compared = 0
  const { secrets } = stage.ports
  const watched = stage.with({
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
