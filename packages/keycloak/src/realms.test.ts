import { afterEach, describe, expect, it } from '@jest/globals'
import type { FakeAnswer, FakeRequest, FakeServer } from '../test-support/fake-server.ts'
import { sampleTenant, sampleUser } from '../test-support/samples.ts'
import {
  isGrant,
  issue,
  openStoreOnFake,
  realmOf,
  type StoreOnFake,
} from '../test-support/store-on-fake.ts'

let server: FakeServer
afterEach(() => server.close())

const tenant = sampleTenant()
const created: FakeAnswer = { status: 201 }
const transient: FakeAnswer = { status: 500, body: { error: 'unknown_error' } }
const bad: FakeAnswer = { status: 400, body: { error: 'unknown_error' } }
const taken: FakeAnswer = { status: 409, body: { errorMessage: 'Conflict detected' } }

const isCreation = ({ method, path }: FakeRequest) => method === 'POST' && /realms\/?$/.test(path)

/** A Keycloak with one realm, which is there from the creation on that makes it. */
interface Course {
  /** What each request for the realm is answered with. */
  readonly answers: readonly FakeAnswer[]
  /** After how many of them the realm is there. */
  readonly madeBy?: number
  /** Whose it is. Ours unless told. */
  readonly reservation?: string
}

async function openOn(course: Course): Promise<StoreOnFake & { creations: () => number }> {
  const { answers, madeBy = Number.POSITIVE_INFINITY, reservation = tenant.reservation } = course
  let asked = 0
  const opened = await openStoreOnFake((request) => {
    if (isCreation(request)) {
      asked += 1
      return answers[asked - 1] ?? transient
    }
    const isThere = realmOf(request) === 'master' || asked >= madeBy
    if (!isThere) return { status: 404, body: { error: 'Realm does not exist' } }
    if (isGrant(request)) return issue(request)
    return { status: 200, body: { attributes: { 'gatehouse.reservation': reservation } } }
  })
  server = opened.server
  return { ...opened, creations: () => asked }
}

describe('T-26: a realm over which Keycloak trips', () => {
  it.each([
    ['is asked for again', { answers: [transient, bad, created] }],
    ['is not asked for again when it is there', { answers: [transient], madeBy: 1 }],
    ['is ours when it appeared after we looked', { answers: [transient, taken], madeBy: 2 }],
  ])('%s', async (_, course: Course) => {
    const { store, accounts, creations } = await openOn(course)
    expect(await store.createTenant(tenant, sampleUser())).not.toBeNull()
    expect(creations()).toBe(course.answers.length)
    expect(await accounts.findLive(tenant.id)).toMatchObject({ reservation: tenant.reservation })
  })

  it('is not ours when another sign-up made it meanwhile', async () => {
    const course = { answers: [transient, taken], madeBy: 2, reservation: 'of another sign-up' }
    const { store, accounts } = await openOn(course)
    expect(await store.createTenant(tenant, sampleUser())).toBeNull()
    expect(await accounts.find(tenant.reservation)).toBeUndefined()
  })

  it.each([
    [transient, 'unavailable'],
    [bad, 'rejected'],
  ])('is given up in the end, and may still appear: %j', async (answer, failure) => {
    const { store, accounts, creations } = await openOn({ answers: Array(20).fill(answer) })
    await expect(store.createTenant(tenant, sampleUser())).rejects.toMatchObject({ failure })
    expect(creations()).toBe(4)
    expect(await accounts.find(tenant.reservation)).toMatchObject({ status: 'begun' })
  })

  it.each([502, 503, 504])(
    'is not asked for again after a %i: it may be under way',
    async (status) => {
      const { store, creations } = await openOn({ answers: [{ status }, created] })
      const failed = { failure: 'unavailable' }
      await expect(store.createTenant(tenant, sampleUser())).rejects.toMatchObject(failed)
      expect(creations()).toBe(1)
    },
  )
})

it('T-27: a realm whose turn comes after a minute is not made, and nothing is left of it', async () => {
  const late = sampleTenant()
  const { promise: released, resolve: release } = Promise.withResolvers<FakeAnswer>()
  const opened = await openStoreOnFake((request) =>
    isCreation(request) ? released : issue(request),
  )
  server = opened.server
  const { store, accounts, requests, advance } = opened
  const first = store.createTenant(tenant, sampleUser())
  while (!requests.some(isCreation)) await new Promise((resolve) => setImmediate(resolve))
  const second = store.createTenant(late, sampleUser()).catch((error: unknown) => error)
  while (!(await accounts.find(late.reservation))) await new Promise(setImmediate)
  advance(60)
  release(created)

  expect(await first).not.toBeNull()
  expect(await second).toMatchObject({ port: 'credential_store', failure: 'unavailable' })
  expect(requests.filter(isCreation)).toHaveLength(1)
  expect(await accounts.find(late.reservation)).toBeUndefined()
})

it('F-1: a realm whose sign-up was given up meanwhile goes when it is made', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<FakeAnswer>()
  let isThere = false
  const opened = await openStoreOnFake(async (request) => {
    if (isCreation(request)) {
      const answer = await released
      isThere = true
      return answer
    }
    if (request.method === 'DELETE') {
      isThere = false
      return { status: 204 }
    }
    if (realmOf(request) !== 'master' && !isThere) {
      return { status: 404, body: { error: 'Realm does not exist' } }
    }
    if (isGrant(request)) return issue(request)
    return { status: 200, body: { attributes: { 'gatehouse.reservation': tenant.reservation } } }
  })
  server = opened.server
  const { store, accounts, requests } = opened
  const making = store.createTenant(tenant, sampleUser()).catch((error: unknown) => error)
  while (!requests.some(isCreation)) await new Promise(setImmediate)
  await store.removeTenant(tenant)
  release(created)

  expect(await making).toMatchObject({ port: 'credential_store', failure: 'timeout' })
  expect(isThere).toBe(false)
  expect(await accounts.find(tenant.reservation)).toBeUndefined()
})
