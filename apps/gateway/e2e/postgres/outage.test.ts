/** T-85: the database is restarted, crashes and stays away, under a gateway that serves. */
import { createDatabase } from '@gatehouse/sql/testing'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Answer } from '../../testing/api.ts'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, type Person, person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'

let server: PostgresServer
let environment: TestEnvironment
let someone: Person
let token: string

beforeAll(async () => {
  server = await createPostgresServer()
  const { url } = await createDatabase(server.url)
  environment = await openTestEnvironment({
    ...unlimited,
    DATABASE_URL: url,
    DATABASE_CONNECT_TIMEOUT_SECONDS: '3',
  })
  someone = await signUp(environment.api)
  // What logs in from a network that a confirmed owner came from is no stranger to it.
  const [confirmation] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i))
  expect((await confirm(environment.api, someone, confirmation)).status).toBe(200)
  token = (await enter(environment.api, someone)).token
})

afterAll(async () => {
  await environment?.close()
  await removePostgresServer(server)
})

it.each(['fast', 'immediate'] as const)(
  'costs nobody more than a second try when the database restarts (%s)',
  async (how) => {
    let isOver = false
    const people = Array.from({ length: 6 }, async () => {
      const answers: Answer[] = []
      while (!isOver) answers.push(await signUpOrIn())
      return answers
    })
    await logIn(environment.api, someone)
    await stopPostgresServer(server, how)
    server = await startAgain(server)
    isOver = true
    const answers = (await Promise.all(people)).flat()
    const bad = answers.filter((answer) => answer.status >= 400 && !isAway(answer))
    expect(bad).toEqual([])
    const after = await Promise.all(Array.from({ length: 12 }, signUpOrIn))
    expect(after.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  },
)

it('answers 503 while the database is away, lets tokens through, and works when it is back', async () => {
  await stopPostgresServer(server)
  const refused = await logIn(environment.api, someone)
  expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
  expect(refused.headers.get('retry-after')).not.toBeNull()
  const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
  expect(used.status).toBe(200)
  const ready = await fetch(`${environment.gateway().url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { database: 'unavailable' } },
  ])
  server = await startAgain(server)
  expect((await logIn(environment.api, someone)).status).toBe(200)
})

it('has lost none of those whom it answered', async () => {
  expect((await logIn(environment.api, someone)).status).toBe(200)
  const lost: Person[] = []
  for (const newcomer of newcomers) {
    if ((await logIn(environment.api, newcomer)).status !== 200) lost.push(newcomer)
  }
  expect(lost).toEqual([])
  expect(newcomers.length).toBeGreaterThan(10)
})

/** Passwords are in the same database. */
function isAway({ status, body: { code } }: Answer): boolean {
  return status === 503 && (code === 'overloaded' || code === 'credential_store_unavailable')
}

const newcomers: Person[] = []

/** A new person every other time. */
async function signUpOrIn(): Promise<Answer> {
  if (Math.random() < 0.5) return logIn(environment.api, someone)
  const newcomer = person()
  const answer = await environment.api.post('/api/auth/signup', newcomer)
  if (answer.status === 201) newcomers.push(newcomer)
  return answer
}
