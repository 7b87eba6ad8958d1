import { describe, expect, it } from '@jest/globals'
import type { Obstacle } from './obstacle.ts'
import {
  connectTerminal,
  type Socket,
  type TerminalConnection,
  type TerminalState,
} from './terminal-connection.ts'

/** A WebSocket that the test controls. */
class StandInSocket extends EventTarget {
  binaryType: BinaryType = 'blob'
  readyState = 0
  bufferedAmount = 0
  readonly sent: (string | Uint8Array)[] = []
  readonly closes: number[] = []

  send(data: string | Uint8Array): void {
    this.sent.push(data)
  }

  close(code = 1005): void {
    this.closes.push(code)
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  message(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  async end(code: number): Promise<void> {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** What a test sets besides. */
interface Setting {
  readonly obstacles?: readonly Obstacle[]
}

interface TestTerminal {
  readonly connection: TerminalConnection
  readonly sockets: readonly StandInSocket[]
  readonly states: readonly TerminalState[]
  readonly causes: readonly (string | undefined)[]
  readonly pauses: readonly number[]
  readonly bytes: readonly number[]
  readonly renewals: () => number
  last(): StandInSocket
}

function begin({ obstacles = [] }: Setting = {}): TestTerminal {
  const sockets: StandInSocket[] = []
  const states: TerminalState[] = []
  const causes: (string | undefined)[] = []
  const left = [...obstacles]
  const pauses: number[] = []
  const bytes: number[] = []
  let renewals = 0
  const connection = connectTerminal({
    open() {
      const socket = new StandInSocket()
      sockets.push(socket)
      return socket as unknown as Socket
    },
    async renewToken() {
      renewals += 1
    },
    onBytes: (received) => bytes.push(...received),
    findObstacle: async () => left.shift() ?? { kind: 'trouble', sentence: 'a cause' },
    onState(state, why) {
      states.push(state)
      causes.push(why)
    },
    async wait(ms) {
      pauses.push(ms)
    },
  })
  const last = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket')
    return socket
  }
  return { connection, sockets, states, causes, pauses, bytes, renewals: () => renewals, last }
}

describe('a terminal', () => {
  it('passes bytes on, and its size as soon as it is open', () => {
    const { connection, last, bytes, states } = begin()
    connection.resize(80, 24)
    connection.send(Uint8Array.of(1))
    last().open()
    connection.send(Uint8Array.of(2))
    last().message(Uint8Array.of(3, 255).buffer)
    last().message('A')
    expect(last().sent).toEqual(['{"type":"resize","cols":80,"rows":24}', Uint8Array.of(2)])
    expect(bytes).toEqual([3, 255, 65])
    expect(states).toEqual(['connecting', 'open'])
  })

  it.each([1001, 1006, 1011, 1012, 1013])(
    'connects again after %d, with its size',
    async (code) => {
      const { connection, last, states, sockets } = begin()
      connection.resize(100, 30)
      last().open()
      await last().end(code)
      last().open()
      expect(states).toEqual(['connecting', 'open', 'reconnecting', 'reconnected'])
      expect(sockets.map(({ sent }) => sent.length)).toEqual([1, 1])
    },
  )

  it('renews the token when that has expired', async () => {
    const { last, renewals, sockets } = begin()
    last().open()
    await last().end(4401)
    expect([renewals(), sockets.length]).toEqual([1, 2])
  })

  it.each([
    [1000, 'ended'],
    [1008, 'failed'],
    [1009, 'too_big'],
    [4403, 'refused'],
  ] as const)('does not connect again after %d: it has %s', async (code, state) => {
    const { last, states, sockets } = begin()
    last().open()
    await last().end(code)
    expect([states.at(-1), sockets.length]).toEqual([state, 1])
  })

  it('gives up after some time, and tries again when told', async () => {
    const { connection, last, states, pauses, sockets } = begin()
    for (let tries = 0; tries < 9; tries += 1) await last().end(1006)
    expect(states.at(-1)).toBe('failed')
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
    connection.restart()
    expect(sockets).toHaveLength(10)
    last().open()
    expect(states.at(-1)).toBe('open')
  })

  it('that does not open says why at once, and tries again', async () => {
    const { states, causes, last, sockets } = begin()
    await last().end(1006)
    expect([states.at(-1), causes.at(-1), sockets.length]).toEqual(['connecting', 'a cause', 2])
    last().open()
    await last().end(1006)
    expect([states.at(-1), causes.at(-1)]).toEqual(['reconnecting', undefined])
    await last().end(1006)
    expect([states.at(-1), causes.at(-1)]).toEqual(['reconnecting', 'a cause'])
  })

  it('on a machine that is offline looks every ten seconds until it is back', async () => {
    const obstacles = Array.from({ length: 20 }, () => ({ kind: 'offline' }) as const)
    const { last, states, pauses } = begin({ obstacles })
    for (let times = 0; times < 20; times += 1) await last().end(1006)
    expect([...new Set(pauses)]).toEqual([10_000])
    expect(states.slice(-2)).toEqual(['offline', 'offline'])
    last().open()
    expect(states.at(-1)).toBe('open')
  })

  it('on a machine that does not exist does not try again', async () => {
    const { last, states, sockets } = begin({ obstacles: [{ kind: 'unknown' }] })
    await last().end(1006)
    expect([states.at(-1), sockets.length]).toEqual(['unknown', 1])
  })

  it('is tried at once when told, and the attempt that waits is given up', async () => {
    const { connection, last, sockets } = begin()
    const [first] = sockets
    connection.restart()
    await first?.end(1006)
    expect(sockets).toHaveLength(2)
    last().open()
    first?.message('of the first')
    expect(sockets).toHaveLength(2)
  })

  it('is quiet once it was closed', async () => {
    const { connection, last, states, sockets } = begin()
    last().open()
    connection.close()
    await last().end(1006)
    expect(last().closes).toEqual([1000])
    expect([states, sockets.length]).toEqual([['connecting', 'open'], 1])
  })
})
