import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, person, runGatehouse } from '@gatehouse/gateway/testing'
import type { Relay } from '../../relay.ts'
import { type Gateway, type Person, type Reply, shown } from '../gateway.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft, doubled, repeat } from '../steps.ts'

interface Replica {
  readonly gateway: Gateway
  readonly relay: Relay
}

/** What is done to one replica. Resolves when the replica is as it was. */
const faults: Readonly<Record<string, (replica: Replica, seconds: number) => Promise<void>>> = {
  async 'stands still'({ gateway }, seconds) {
    gateway.process().signal('SIGSTOP')
    await sleep(seconds * 1000)
    gateway.process().signal('SIGCONT')
  },
  async 'is killed'({ gateway }) {
    await gateway.process().kill()
    await sleep(1000)
    await gateway.start()
  },
  async 'is stopped'({ gateway }) {
    await gateway.process().stop()
    await gateway.start()
  },
  async 'loses the database'({ relay }, seconds) {
    relay.refuse(true)
    await sleep(seconds * 1000)
    relay.refuse(false)
  },
  async 'is cut off once'({ relay }) {
    relay.cut()
    await sleep(1000)
  },
  async 'waits for the database'({ relay }, seconds) {
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    relay.choose(() => ({ hold }))
    await sleep(seconds * 1000)
    relay.choose(() => 'pass')
    go()
  },
  async 'speaks into the void'({ relay }, seconds) {
    relay.choose(() => 'swallow')
    await sleep(seconds * 1000)
    relay.choose(() => 'pass')
    relay.cut()
  },
  async 'loses the answers to commits'({ relay }, seconds) {
    relay.choose((piece) => (piece.includes('commit') ? 'cut answer' : 'pass'))
    await sleep(Math.min(seconds, 4) * 1000)
    relay.choose(() => 'pass')
  },
}

/** People who sign up and log in until it is over. */
async function live(rig: Rig, replicas: readonly Replica[], isOver: () => boolean) {
  const made: Person[] = []
  const replies: Reply[] = []
  while (!isOver()) {
    const who = person()
    const gateway = replicas[rig.random(replicas.length)]?.gateway
    if (!gateway) continue
    const signedUp = await gateway.signUp(who)
    replies.push(signedUp)
    if (signedUp.status === 201) made.push(who)
    // Whoever heard nothing, or 503, asks again, elsewhere.
    else
      replies.push((await replicas[rig.random(replicas.length)]?.gateway.signUp(who)) ?? signedUp)
    const known = made[rig.random(Math.max(1, made.length))]
    if (known) replies.push(await gateway.logIn(known))
    await sleep(20)
  }
  return { made, replies }
}

/** A row of faults that is drawn. */
export const randomFaults: Scenario = {
  id: 'H-13',
  name: 'twelve faults that are drawn',
  does: 'Three replicas serve sign-ups and logins while twelve faults, drawn by `--seed`, hit one of them each: it stands still, is killed or stopped, or loses, waits for or misunderstands its database.',
  holds:
    'In the end all serve, whoever was answered 201 can log in, nothing is half there, the doctor finds nothing, and mails came twice at most once for each fault.',
  isAlone: true,
  async run(rig) {
    const { database, databasePort, mail, settings, over } = await rig.surroundings()
    rig.say('starting three replicas')
    const replicas: Replica[] = []
    for (let count = 0; count < 3; count += 1) {
      const relay = await rig.relayTo(databasePort)
      replicas.push({ gateway: await rig.gateway(over(relay)), relay })
    }
    let isOver = false
    const people = Array.from({ length: 4 }, () => live(rig, replicas, () => isOver))
    const names = Object.keys(faults)
    const drawn: string[] = []
    for (let count = 1; count <= 12; count += 1) {
      const name = names[rig.random(names.length)] ?? ''
      const index = rig.random(replicas.length)
      const seconds = 1 + rig.random(14)
      const replica = replicas[index]
      drawn.push(`${index + 1} ${name} ${seconds}s`)
      rig.say(`${count} of 12: replica ${index + 1} ${name}`)
      if (replica) await faults[name]?.(replica, seconds)
      await sleep(1000)
    }
    isOver = true
    const lives = await Promise.all(people)
    const made = lives.flatMap((each) => each.made)
    const replies = lives.flatMap((each) => each.replies)
    rig.say('looking at what is left')
    for (const [index, { gateway }] of replicas.entries()) {
      const served = await repeat(
        30,
        () => gateway.signUp(person()),
        ({ status }) => status === 201,
      )
      rig.check(`replica ${index + 1} in the end: ${shown(served)}`, served.status === 201)
    }
    const lost: string[] = []
    for (const who of made) {
      const entered = await replicas[0]?.gateway.logIn(who)
      if (entered?.status !== 200) lost.push(who.username)
    }
    rig.check(
      `${made.length} were told 201, cannot log in: ${lost.join(', ') || 'none'}`,
      lost.length === 0,
    )
    const wrong = replies.filter(
      ({ status, code }) => ![0, 200, 201, 503].includes(status) && !code.endsWith('_taken'),
    )
    rig.check(
      `other answers: ${[...new Set(wrong.map(shown))].join(', ') || 'none'}`,
      wrong.length === 0,
    )
    await checkNothingIsLeft(rig, database, 100)
    await checkMails(rig, { database, mails: () => mail.mails })
    const { code, output } = await runGatehouse(['doctor'], settings)
    rig.check(`the doctor: ${code === 0 ? 'nothing' : output}`, code === 0)
    rig.check(`drawn: ${drawn.join('; ')}`, true)
  },
}

async function checkMails(
  rig: Rig,
  {
    database,
    mails,
  }: {
    readonly database: {
      ask(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
    }
    readonly mails: () => Parameters<typeof doubled>[0]
  },
): Promise<void> {
  await eventually(
    'the last mail',
    async () => {
      await database.ask('update outbox set due_at = 0 where settled_at is null')
      await sleep(500)
      const [row] = await database.ask('select count(*) as n from outbox where settled_at is null')
      return row?.n === 0 || undefined
    },
    150_000,
  )
  const twice = doubled(mails())
  rig.check(`${mails().length} mails, ${twice} of them again`, twice <= 12)
}
