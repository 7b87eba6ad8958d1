import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { createLiveKeyRing } from '../keys/live-key-ring.ts'
import type { DeliveryReport } from '../mail/deliver-mail.ts'
import type { Mailer } from '../ports/mailer.ts'
import { createJobs, type JobOptions, type JobPorts } from './create-jobs.ts'
import { createHeartbeat } from './heartbeat.ts'

const day = 24 * 3600

describe('the jobs of a host', () => {
  it('have names that operators search for, and periods', () => {
    const { environment, jobs } = create()
    const heartbeat = createHeartbeat({ ...environment, terminals: () => 0, sealsWith: '' })
    const periods = (options?: JobOptions) =>
      jobs({}, options).map(({ name, everySeconds }) => [name, everySeconds])
    const others = [
      ['tidy', 60],
      ['unfinished', 60],
      ['unconfirmed', 300],
      ['audit chain', 2],
      ['audit retention', 60],
      ['closed', 60],
    ]
    expect(periods()).toEqual([['mail', 1], ['keys', 1], ['endings', 1], ...others])
    expect(periods({ heartbeat })).toEqual([
      ['mail', 1],
      ['keys', 1],
      ['endings', 1],
      ['presence', 2],
      ...others,
    ])
  })

  it('F-2: go on with keys and the heartbeat while the host still serves', () => {
    const { environment, jobs } = create()
    const heartbeat = createHeartbeat({ ...environment, terminals: () => 0, sealsWith: '' })
    const lasting = jobs({}, { heartbeat }).filter(({ whileServing }) => whileServing)
    expect(lasting.map(({ name }) => name)).toEqual(['keys', 'endings', 'presence'])
  })

  it('send the mails that are due, and report what became of them', async () => {
    const { environment, run } = create()
    const reports: DeliveryReport[] = []
    await environment.signUp()
    await run('mail', {}, { onDelivery: (report) => reports.push(report) })
    expect(environment.ports.mailer.sent.map(({ mail }) => mail.kind)).toEqual(['verify_email'])
    expect(reports.at(-1)).toEqual({ sent: 1, postponed: 0, givenUp: 0 })
  })

  it('wait at the end for the mails that are under way, and report those too', async () => {
    const { environment, jobs } = create()
    const { mailer } = environment.ports
    const hanging = Promise.withResolvers<void>()
    const prepare: Mailer['prepare'] = async (id, mail, patienceSeconds) => {
      await hanging.promise
      return mailer.prepare(id, mail, patienceSeconds)
    }
    const reports: DeliveryReport[] = []
    const onDelivery = (report: DeliveryReport) => reports.push(report)
    const [mail] = jobs({ mailer: { ...mailer, prepare } }, { onDelivery })
    await environment.signUp()
    await mail?.run()
    expect(mailer.sent).toEqual([])
    const finished = mail?.finish?.()
    hanging.resolve()
    await finished
    expect(mailer.sent).toHaveLength(1)
    expect(reports.map(({ sent }) => sent)).toEqual([0, 1])
  })

  it('make the next key before it is needed', async () => {
    const { environment, keyRing, run } = create()
    await run('keys')
    expect(keyRing.current()).toHaveLength(1)
    environment.ports.clock.advance(90 * day - 3600)
    await run('keys')
    expect(keyRing.current()).toHaveLength(2)
  })

  it('note that the process is alive, more often than it would be taken for dead', async () => {
    const { environment, jobs } = create({ replicaId: 'replica-1' })
    const { clock, store } = environment.ports
    const heartbeat = createHeartbeat({ ...environment, terminals: () => 7, sealsWith: 'key-1' })
    const [job] = jobs({}, { heartbeat }).filter(({ name }) => name === 'presence')
    for (let times = 0; times < 10; times += 1) {
      await job?.run()
      clock.advance(2 * (job?.everySeconds ?? 0))
      const alive = await store.transaction((tx) => tx.replicas.findAlive(clock.now()))
      expect(alive).toMatchObject([{ id: 'replica-1', terminals: 7 }])
    }
  })

  it('remove what has expired', async () => {
    const { environment, jobs } = create({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    await environment.logIn(ada)
    const { clock, store } = environment.ports
    const challenge = () => store.transaction((tx) => tx.otpChallenges.findByAccount(ada.accountId))
    const [job] = jobs().filter(({ name }) => name === 'tidy')
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await job?.run()
      expect(await challenge()).toBeDefined()
      clock.advance(60)
    }
    await job?.run()
    expect(await challenge()).toBeUndefined()
  })

  it('undo a sign-up that was cut off, once it cannot succeed any more', async () => {
    const { environment, run } = create()
    const { clock, credentialStore, store } = environment.ports
    await cutOffSignUp(environment)
    const tenant = () => store.transaction((tx) => tx.tenants.find('acme'))
    clock.advance(5 * 60)
    await run('unfinished')
    expect(await tenant()).toMatchObject({ status: 'reserved' })
    clock.advance(1)
    const away = { ...credentialStore, removeTenant: down('credential_store') }
    await expect(run('unfinished', { credentialStore: away })).rejects.toThrow()
    expect(await tenant()).toMatchObject({ status: 'reserved' })
    await run('unfinished')
    expect(await tenant()).toBeUndefined()
  })

  it('T-91: remove an organization that was not confirmed in time', async () => {
    const { environment, jobs } = create()
    const { clock, store } = environment.ports
    await environment.signUp()
    const tenant = () => store.transaction((tx) => tx.tenants.find('acme'))
    const all = jobs()
    const runJob = (name: string) => all.find((job) => job.name === name)?.run()
    const steady = async () => {
      for (let minutes = 0; minutes < 11; minutes += 1) {
        await runJob('tidy')
        clock.advance(60)
      }
    }
    clock.advance(7 * day - 660)
    await steady()
    await runJob('unconfirmed')
    expect(await tenant()).toBeDefined()
    clock.advance(1)
    await runJob('unconfirmed')
    expect(await tenant()).toBeUndefined()
  })

  it('T-97: remove no organization by a clock that has just jumped, or just started', async () => {
    const { environment, jobs } = create()
    const { clock, store } = environment.ports
    await environment.signUp()
    const tenant = () => store.transaction((tx) => tx.tenants.find('acme'))
    const all = jobs()
    const runAll = async () => {
      for (const name of ['tidy', 'unconfirmed']) await all.find((job) => job.name === name)?.run()
    }
    for (let minutes = 0; minutes < 15; minutes += 1) {
      await runAll()
      clock.advance(60)
    }
    clock.advance(8 * day)
    await runAll()
    clock.advance(60)
    await runAll()
    expect(await tenant()).toBeDefined()
  })

  it('settle a reset that was cut off, also while the credential store is away', async () => {
    const { environment, run } = create()
    const { accountId } = await environment.signUp()
    const { clock, credentialStore, store } = environment.ports
    await cutOffSignUp(environment, { organizationName: 'navy', username: 'grace' })
    const createdAt = clock.now()
    const until = new Date(createdAt.getTime() + 60_000)
    await store.transaction((tx) =>
      tx.oneTimeTokens.insert({
        digest: 'digest',
        purpose: 'reset_password',
        accountId,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + day * 1000),
        lease: { by: '', until },
      }),
    )
    const lease = async () =>
      (await store.transaction((tx) => tx.oneTimeTokens.find('reset_password', 'digest')))?.lease
    await run('unfinished')
    expect(await lease()).toEqual({ by: '', until })
    clock.advance(301)
    const away = { ...credentialStore, removeTenant: down('credential_store') }
    await expect(run('unfinished', { credentialStore: away })).rejects.toThrow()
    expect(await lease()).toBeNull()
  })
})

/** A sign-up whose process dies while the credential store is at work. */
async function cutOffSignUp(
  environment: TestEnvironment,
  changes: Parameters<TestEnvironment['signUpCommand']>[0] = {},
): Promise<void> {
  const reached = Promise.withResolvers<void>()
  const createTenant = () => {
    reached.resolve()
    return new Promise<never>(() => {})
  }
  const credentialStore = { ...environment.ports.credentialStore, createTenant }
  void environment.with({ ports: { credentialStore } }).signUp(changes)
  await reached.promise
}

function create({
  replicaId = '',
  settings = {},
}: {
  readonly replicaId?: string
  readonly settings?: Partial<TestEnvironment['settings']>
} = {}) {
  const environment = createTestEnvironment({ settings, ports: { replicaId } })
  const keyRing = createLiveKeyRing(environment.ports, environment.settings)
  const jobs = (ports: Partial<JobPorts> = {}, options?: JobOptions) =>
    createJobs({ ...environment.ports, keyRing, ...ports }, options)
  const run = async (name: string, ports?: Partial<JobPorts>, options?: JobOptions) => {
    const [job] = jobs(ports, options).filter((each) => each.name === name)
    if (!job) throw new Error(`no job ${name}`)
    await job.run()
    await job.finish?.()
  }
  return { environment, keyRing, jobs, run }
}
