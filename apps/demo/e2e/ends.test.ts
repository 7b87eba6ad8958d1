/** `npm start` with the gateway itself, and processes that are killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, freePort } from '@gatehouse/test-services'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'

jest.setTimeout(60_000)

const root = join(import.meta.dirname, '..', '..', '..')
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-ends-'))
const names = ['PORT', 'DEMO_BACKEND_PORT', 'DEMO_SMTP_PORT', 'DEMO_MAILBOX_PORT'] as const

let ports: readonly number[]
let npm: ChildProcess
let output = ''
beforeAll(async () => {
  ports = await Promise.all(names.map(() => freePort()))
})
afterEach(() => {
  if (npm.pid !== undefined && npm.exitCode === null) npm.kill('SIGTERM')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('npm start', () => {
  // Each goes on with the folder and the ports of the one before, which must be free again.
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends all that it has started by %s of npm',
    async (signal) => {
      await start()
      npm.kill(signal)
      await untilAllEnded()
    },
  )

  it('ends all that it has started by SIGKILL of the launcher', async () => {
    await start()
    process.kill(launcher(), 'SIGKILL')
    await untilAllEnded()
  })

  it('ends with a message when the gateway is killed', async () => {
    await start()
    const [gateway] = childrenOf(launcher()).filter((pid) =>
      commandOf(pid).includes('apps/gateway'),
    )
    process.kill(gateway ?? 0, 'SIGKILL')
    await once(npm, 'exit')
    expect(npm.exitCode).toBe(1)
    expect(output).toContain('Gateway ended by itself (SIGKILL).')
    await untilAllEnded()
  })
})

async function start(): Promise<void> {
  const settings = Object.fromEntries(names.map((name, index) => [name, String(ports[index])]))
  npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  output = ''
  npm.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await eventually('the demo', () => {
    if (npm.exitCode !== null) throw new Error(output)
    return output.includes('Gatehouse is running') || undefined
  })
}

/** The process of the launcher: npm's child, without a shell between. */
function launcher(): number {
  const [pid = 0] = childrenOf(npm.pid ?? 0)
  expect(commandOf(pid)).toContain('apps/demo/src/main.ts')
  return pid
}

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

/** Until nothing listens on the ports any more. */
async function untilAllEnded(): Promise<void> {
  for (const port of ports) {
    await eventually(`a free port ${port}`, async () => (await isFree(port)) || undefined)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(false))
    socket.once('error', () => resolve(true))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })
}
