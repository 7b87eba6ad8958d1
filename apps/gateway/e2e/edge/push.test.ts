/** What a real HAProxy is told while it runs, over its runtime socket. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultSettings } from '@gatehouse/auth-core'
import type { Ending, SigningKey } from '@gatehouse/auth-core/ports'
import { createMemorySigningKey } from '@gatehouse/auth-core/testing'
import { createEdgePusher, readMap } from '@gatehouse/haproxy'
import type { HaproxyClock } from '@gatehouse/haproxy/testing'
import { afterTest, exchange, listen, parseAnswer, startBackend } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { attackedKey, mintToken } from '../../testing/attacked-gateway.ts'
import { startEdge } from '../support/edge.ts'

const hour = 3_600_000
const other: SigningKey = {
  ...createMemorySigningKey('other'),
  secret: Buffer.alloc(32, 5).toString('base64url'),
}

describe('an edge that is told', () => {
  it('lets nothing through before, and what is good then', async () => {
    const { get, pusher } = await start({ isToldBefore: false })
    expect(await get(mintToken())).toBe(503)
    await pusher().tell()
    expect(await get(mintToken())).toBe(200)
  })

  it('T-39: takes a new key, and gives up a withdrawn one', async () => {
    const { get, pusher } = await start()
    expect(await get(mintToken({}, other))).toBe(503)
    await pusher({ keys: [attackedKey, other] }).tell()
    expect([await get(mintToken()), await get(mintToken({}, other))]).toEqual([200, 200])
    await pusher({ keys: [other] }).tell()
    expect([await get(mintToken()), await get(mintToken({}, other))]).toEqual([503, 200])
  })

  it('hears of sessions that end, however many', async () => {
    const { get, pusher } = await start()
    const many = Array.from({ length: 3000 }, (_, index) => ending(`session-${index}`))
    await pusher({ endings: many }).tell()
    expect(await get(mintToken({ sid: 'session-0' }))).toBe(503)
    expect(await get(mintToken({ sid: 'session-2999' }))).toBe(503)
    expect(await get(mintToken({ sid: 'session-3000' }))).toBe(200)
    await pusher({ endings: many.slice(1) }).tell()
    expect(await get(mintToken({ sid: 'session-0' }))).toBe(200)
    expect(await get(mintToken({ sid: 'session-1' }))).toBe(503)
  })

  it('goes by nothing that was read more than three seconds ago', async () => {
    const { get, pusher } = await start()
    await pusher({ ageSeconds: 5 }).tell()
    expect(await get(mintToken())).toBe(503)
    await pusher().tell()
    expect(await get(mintToken())).toBe(200)
  })

  it('T-39: does not take what one gateway read early for longer because another read later', async () => {
    const { edge, get, pusher } = await start()
    await pusher({ keys: [other] }).tell()
    // It stood still since before the key was withdrawn, and goes on now.
    await pusher({ ageSeconds: 5 }).tell()
    expect(await get(mintToken())).toBe(503)
    const reading = await readMap({ path: edge.socket })
    expect(reading.ok && reading.value.until < new Date()).toBe(true)
    await pusher({ keys: [other] }).tell()
    expect([await get(mintToken()), await get(mintToken({}, other))]).toEqual([503, 200])
  })

  it.each([3600, 6, -6, -3600])(
    'T-97: hears nothing from a gateway whose clock is %d seconds ahead, and goes on with the others',
    async (aheadSeconds) => {
      const { get, lines, pusher } = await start()
      const wrong = pusher({ keys: [other], aheadSeconds })
      await wrong.push()
      await wrong.push()
      expect([lines, wrong.freshUntil()]).toEqual([['edge cannot be told'], [null]])
      await pusher().tell()
      expect([await get(mintToken()), await get(mintToken({}, other))]).toEqual([200, 503])
    },
  )

  it('T-97: hears of all that it would still accept from a gateway whose clock is ahead', async () => {
    const { edge, get, pusher } = await start()
    await until(async () => {
      // Over by the clock of the gateway alone.
      const soon = new Date(Date.now() + 2500)
      const endings = [{ ...ending('soon-over'), until: soon }]
      await pusher({ endings, aheadSeconds: 4 }).tell()
      const answers = [await get(mintToken({ sid: 'soon-over' })), await get(mintToken())]
      return answers.join() === '503,200'
    })
    const reading = await readMap({ path: edge.socket })
    const end = reading.ok ? reading.value.until.getTime() : 0
    expect(end - Date.now()).toBeLessThanOrEqual(4000)
  })

  it('T-97: goes by nothing that it was told before its clock was set back', async () => {
    const clockFile = join(await mkdtemp(join(tmpdir(), 'gatehouse-edge-clock-')), 'clock')
    afterTest(() => rm(dirname(clockFile), { recursive: true }))
    await writeFile(clockFile, '+0s')
    const { get, pusher } = await start({ clock: { clockFile } })
    expect(await get(mintToken())).toBe(200)
    // Within the life of what it was told.
    const iat = Math.floor(Date.now() / 1000) - 3 * 3600
    await writeFile(clockFile, '-3600s')
    await until(async () => {
      await pusher().push()
      return (await get(mintToken({ iat }))) === 503
    })
    expect(await get(mintToken({ iat }))).toBe(503)
    await writeFile(clockFile, '+0s')
    const one = pusher()
    await until(async () => {
      await one.push()
      return (await get(mintToken({ iat }))) === 200
    })
  })

  it('T-39: after a restart waits to be told, whatever its file says', async () => {
    const { edge, get, pusher } = await start()
    const one = pusher({ keys: [other] })
    await one.tell()
    await edge.restart()
    expect(await get(mintToken())).toBe(503)
    await one.tell()
    expect([await get(mintToken()), await get(mintToken({}, other))]).toEqual([503, 200])
  })

  it('tells once when it is lost, and once when it is back', async () => {
    const { edge, pusher, lines } = await start()
    const one = pusher()
    await one.tell()
    expect(one.freshUntil()).toEqual([expect.any(Date)])
    const before = one.freshUntil()[0]
    await edge.stop()
    await one.push()
    await one.push()
    expect(one.freshUntil()).toEqual([before])
    await edge.restart()
    await one.tell()
    await one.tell()
    expect(lines.slice(-2)).toEqual(['edge cannot be told', 'edge told again'])
    // A busy edge may have been lost before.
    expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([])
  })

  it('tells of keys that an edge cannot use, once', async () => {
    const { get, lines, pusher } = await start()
    const zero = { ...other, secret: Buffer.alloc(32).toString('base64url') }
    const one = pusher({ keys: [attackedKey, zero] })
    await one.tell()
    await one.tell()
    const told = lines.filter((line) => line.startsWith('edges cannot use'))
    expect(told).toEqual(['edges cannot use these keys: gateways check their tokens'])
    expect(await get(mintToken())).toBe(200)
  })

  it('is told though another edge takes connections and says nothing', async () => {
    const { get, pusher } = await start({ isToldBefore: false })
    const silent = await listen(createServer())
    const one = pusher({}, [`127.0.0.1:${silent.port}`])
    const pushed: Promise<void>[] = []
    await until(async () => {
      pushed.push(one.push())
      return (await get(mintToken())) === 200
    })
    await Promise.all(pushed)
    expect(one.freshUntil()).toEqual([null, expect.any(Date)])
  })
})

interface Told {
  readonly keys?: readonly SigningKey[]
  readonly endings?: readonly Ending[]
  readonly ageSeconds?: number
  /** Seconds by which the clock of the gateway is ahead. */
  readonly aheadSeconds?: number
}

interface Start {
  readonly isToldBefore?: boolean
  readonly clock?: HaproxyClock
}

async function start({ isToldBefore = true, clock = {} }: Start = {}) {
  const backend = await startBackend()
  const edge = await startEdge({ backend, until: new Date(Date.now() - hour), clock })
  const lines: string[] = []
  const note = (_fields: object, message: string) => void lines.push(message)
  const pusher = (
    { keys = [attackedKey], endings = [], ageSeconds = 0, aheadSeconds = 0 }: Told = {},
    others: readonly string[] = [],
  ) => {
    const one = createEdgePusher({
      sockets: [...others, edge.socket],
      read: () => ({ keys, endings, ageSeconds }),
      settings: defaultSettings,
      clock: { now: () => new Date(Date.now() + aheadSeconds * 1000) },
      log: { info: note, warn: note },
    })
    const told = () => one.freshUntil().at(-1)
    /** Tells it, again if it does not answer in time, as a busy one may. */
    const tell = () =>
      until(async () => {
        const before = told()
        await one.push()
        return told() !== before
      })
    return { ...one, tell }
  }
  if (isToldBefore) await pusher().tell()
  const get = async (token: string) => {
    const fields = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`
    return parseAnswer(await exchange(edge.port, `GET /api/m HTTP/1.1\r\n${fields}\r\n`)).status
  }
  return { edge, get, lines, pusher }
}

function ending(id: string): Ending {
  const until = new Date(Date.now() + hour)
  return { subject: 'session', id, kind: 'ended', at: new Date(), until }
}
