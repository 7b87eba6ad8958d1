import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, freePort, person } from '@gatehouse/gateway/testing'
import { openTerminal } from '@gatehouse/proxy/testing'
import { createGateway, type Gateway } from '../gateway.ts'
import type { Rig, Settings } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { isAlive, workersOf } from '../workers.ts'

async function openWorkers(rig: Rig, settings: Settings): Promise<Gateway> {
  rig.say('starting two workers')
  const gateway = await rig.gateway({ ...settings, WORKERS: '2' })
  await untilTwo(gateway)
  return gateway
}

const untilTwo = (gateway: Gateway) =>
  eventually('two workers', () => {
    const pids = workersOf(gateway.process())
    return pids.length >= 2 ? pids : undefined
  })

/** Over a new connection: the status, or the code of the error. */
function askAnew(url: string): Promise<string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(30_000)
    const request = get(url, { agent: false, signal }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)))
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      resolve(signal.aborted ? 'hangs' : (error.code ?? 'error'))
    })
  })
}

/** Workers that are killed, and the process that starts them. */
export const killedWorkers: readonly Scenario[] = [
  {
    id: 'H-4',
    name: 'workers are killed under new connections',
    does: 'Workers of a gateway are killed nine times in 40 seconds, at random, while 24 clients connect anew for each request.',
    holds: 'No request hangs, and each is answered or its connection ends.',
    isAlone: true,
    async run(rig) {
      const { settings } = await rig.surroundings()
      const gateway = await openWorkers(rig, settings)
      const seen = new Map<string, number>()
      let isOver = false
      const client = async () => {
        while (!isOver) {
          const reply = await askAnew(`${gateway.url}/healthz`)
          seen.set(reply, (seen.get(reply) ?? 0) + 1)
          await sleep(10)
        }
      }
      const clients = Array.from({ length: 24 }, client)
      for (let kill = 1; kill <= 9; kill += 1) {
        await sleep(2000 + rig.random(4000))
        const pids = workersOf(gateway.process())
        const victim = pids[rig.random(pids.length)]
        if (victim !== undefined) process.kill(victim, 'SIGKILL')
        rig.say(`kill ${kill} of 9`)
      }
      await untilTwo(gateway)
      isOver = true
      await Promise.all(clients)
      const all = [...seen].map(([kind, count]) => `${count} × ${kind}`).join(', ')
      const isFine = [...seen.keys()].every((kind) => /^(200|ECONNRE)/.test(kind))
      rig.check(all, isFine && (seen.get('200') ?? 0) > 100)
    },
  },
  {
    id: 'H-5',
    name: 'workers are killed while they ask for places',
    does: 'Both workers are killed with twelve handshakes of terminals under way, while the process that counts places stands still; twice.',
    holds: 'All twenty places are there again.',
    async run(rig) {
      const { settings } = await rig.surroundings({
        TERMINAL_MAX_PER_USER: '20',
        TERMINAL_MAX_PER_NETWORK: '20',
      })
      const gateway = await openWorkers(rig, settings)
      const who = person()
      await gateway.signUp(who)
      const token = String((await gateway.logIn(who)).body.token)
      for (const round of [1, 2]) {
        rig.say(`round ${round}`)
        const asked = Array.from({ length: 12 }, () =>
          openTerminal(gateway, { token }).catch(() => undefined),
        )
        await sleep(20)
        gateway.process().signal('SIGSTOP')
        await sleep(500)
        for (const pid of workersOf(gateway.process())) process.kill(pid, 'SIGKILL')
        gateway.process().signal('SIGCONT')
        for (const socket of await Promise.all(asked)) socket?.terminate()
        await sleep(1000)
        await untilTwo(gateway)
      }
      const open = []
      for (let place = 1; place <= 21; place += 1) {
        open.push(await openTerminal(gateway, { token }).catch(() => undefined))
      }
      const places = open.filter((socket) => socket !== undefined).length
      for (const socket of open) socket?.terminate()
      rig.check(`places: ${places} of 20`, places === 20)
    },
  },
  {
    id: 'H-7',
    name: 'the first process is killed while a worker stands still',
    does: 'One of two workers is stopped, the process that started them is killed, and a gateway is started at the same port.',
    holds:
      'The other worker is gone within seconds, the new gateway serves at once, and the stopped one ends when it goes on.',
    async run(rig) {
      const { settings } = await rig.surroundings()
      const port = String(await freePort())
      const gateway = await openWorkers(rig, { ...settings, PORT: port })
      const [one = 0, two = 0] = workersOf(gateway.process())
      process.kill(one, 'SIGSTOP')
      rig.defer(() => isAlive(one) && process.kill(one, 'SIGKILL'))
      await gateway.process().kill()
      await sleep(3000)
      rig.check('the other worker is gone', !isAlive(two))
      const again = await createGateway({ ...settings, PORT: port })
      rig.defer(() => again.process().kill())
      const who = person()
      const made = await again.signUp(who)
      rig.check(`a sign-up at the new gateway: ${made.status}`, made.status === 201)
      process.kill(one, 'SIGCONT')
      const isGone = await eventually('its end', () => !isAlive(one) || undefined, 10_000).catch(
        () => false,
      )
      rig.check('the stopped worker ends when it goes on', isGone === true)
    },
  },
]
