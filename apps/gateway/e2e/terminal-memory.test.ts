/** T-75: what an open terminal leaves in the gateway's memory, for the days that it may last. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSharedTerminalBackend, type TerminalBackend } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'

const many = 100
/** Of the last requests something may still be at hand. */
const few = 10

let folder: string
let backend: TerminalBackend
let environment: TestEnvironment

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-heap-'))
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({
    ...unlimited,
    MACHINE_BACKEND_URL: backend.url,
    TERMINAL_MAX_PER_USER: String(many),
    TERMINAL_MAX_PER_NETWORK: String(many),
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
  })
})

afterAll(async () => {
  await environment.close()
  await backend.close()
  await rm(folder, { recursive: true, force: true })
})

it(`T-75: keeps neither the requests of ${many} open terminals in memory nor their addresses with the token`, async () => {
  const { token } = await enter(environment.api, await signUp(environment.api))
  const sockets = await Promise.all(
    Array.from({ length: many }, async (_, number) => {
      const address = `ws://127.0.0.1:${environment.gateway().port}/api/terminal/a/ws`
      const socket = new WebSocket(`${address}?n=${number}&token=${token}`)
      await once(socket, 'open')
      return socket
    }),
  )
  const { classes, texts } = await readHeap()
  const connections = classes.filter((name) => name === 'WebSocket').length
  expect(connections).toBeGreaterThanOrEqual(2 * many)
  expect(classes.filter((name) => name === 'IncomingMessage').length).toBeLessThan(few)
  expect(texts.filter((text) => text.includes('&token=eyJ')).length).toBeLessThan(few)
  for (const socket of sockets) socket.terminate()
}, 60_000)

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  /** So many numbers for each object as there are fields. */
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** What is alive in the gateway: the class of each object, and all texts. */
async function readHeap() {
  environment.gateway().signal('SIGUSR2')
  let heap: Snapshot | undefined
  await until(async () => {
    heap = await readSnapshot()
    return heap !== undefined
  })
  const { nodes = [], strings: texts = [], snapshot } = heap ?? {}
  const { node_fields: fields = [], node_types: types } = snapshot?.meta ?? {}
  const classes: string[] = []
  for (let index = 0; index < nodes.length; index += fields.length) {
    const [type = 0, name = 0] = nodes.slice(index, index + 2)
    if (types?.[0][type] === 'object') classes.push(texts[name] ?? '')
  }
  return { classes, texts }
}

/** `undefined` until it is written to its end. */
async function readSnapshot(): Promise<Snapshot | undefined> {
  const [name] = await readdir(folder)
  if (name === undefined) return undefined
  const text = await readFile(join(folder, name), 'utf8')
  return text.endsWith(']}\n') || text.endsWith(']}') ? (JSON.parse(text) as Snapshot) : undefined
}
