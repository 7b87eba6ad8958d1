import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@gatehouse/gateway/testing'
import { atExit } from '../processes/at-exit.ts'
import { makeTemporaryFolder } from '../processes/temporary-folder.ts'

/** Something that is started, until it can be used. */
export interface StartKind {
  readonly name: string
  /** What is promised, in seconds. */
  readonly most: number
  /** Starts it once, and ends it. @returns Seconds. @throws {Error} When it does not start. */
  readonly measure: () => Promise<number>
}

/** The folder of the project. */
export const top = join(import.meta.dirname, '../../../..')

/** The compiled gateway; `npm run build` makes it. */
export const compiledGateway = join(top, 'apps/gateway/dist/main.js')

/** What there is to start. */
export const startKinds: readonly StartKind[] = [
  {
    name: '`npm run gatehouse -- --version`',
    most: 0.6,
    measure: () =>
      started({
        program: 'npm',
        words: ['run', '--silent', 'gatehouse', '--', '--version'],
        text: 'gatehouse',
      }),
  },
  {
    name: 'the compiled `gatehouse keys list`',
    most: 0.6,
    measure: () =>
      started({
        program: process.execPath,
        words: [join(top, 'apps/cli/dist/main.js'), 'keys', 'list'],
        text: 'There is no database',
      }),
  },
  {
    name: 'the compiled gateway, until it listens',
    most: 1.5,
    measure: () =>
      started({
        program: process.execPath,
        words: [compiledGateway],
        text: '"msg":"listening"',
        // Neither is asked for before it listens.
        settings: { SMTP_URL: 'smtp://127.0.0.1:1', MACHINE_BACKEND_URL: 'http://127.0.0.1:1' },
      }),
  },
  {
    name: '`npm start`, until all parts are ready',
    most: 4,
    measure: () => started({ program: 'npm', words: ['start'], text: 'Log in' }),
  },
]

interface Started {
  readonly program: string
  readonly words: readonly string[]
  /** What it writes when it can be used. */
  readonly text: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Seconds until a program has written a text, in a folder of its own. */
async function started({ program, words, text, settings }: Started): Promise<number> {
  const { path: folder, remove } = await makeTemporaryFolder()
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const [PORT, DEMO_BACKEND_PORT, DEMO_SMTP_PORT, DEMO_MAILBOX_PORT] = ports.map(String)
  const begun = performance.now()
  const child = spawn(program, words, {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ PORT, DEMO_BACKEND_PORT, DEMO_SMTP_PORT, DEMO_MAILBOX_PORT },
      ...{ DATA_DIR: folder, METRICS_PORT: 'off', ...settings },
    },
  })
  atExit(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let output = ''
  const { promise: isThere, resolve } = Promise.withResolvers<number>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (output.includes(text)) resolve(performance.now() - begun)
    })
  }
  const failed = ended.then(() => Number.NaN)
  const milliseconds = await Promise.race([isThere, failed])
  child.kill('SIGTERM')
  await ended
  await remove()
  if (Number.isNaN(milliseconds)) throw new Error(`${program} ${words.join(' ')}: ${output}`)
  return milliseconds / 1000
}
