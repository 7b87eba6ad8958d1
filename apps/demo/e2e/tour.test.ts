import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '..', '..', '..')
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-tour-'))
const run = promisify(execFile)

const names = ['PORT', 'DEMO_BACKEND_PORT', 'DEMO_SMTP_PORT', 'DEMO_MAILBOX_PORT'] as const

let env: NodeJS.ProcessEnv
let demo: ChildProcess

beforeAll(async () => {
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  env = { ...process.env, ...Object.fromEntries(ports), DATA_DIR: dataDir }
  demo = await startDemo()
})

afterAll(async () => {
  await stopDemo()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the tour in the README', () => {
  const commands = tourOf(readFileSync(join(root, 'README.md'), 'utf8'))

  it('works as printed, on ports that are not the usual ones', async () => {
    expect(commands.join('')).not.toMatch(/localhost:\d/)
    const answers = await runEach(commands)
    expect(answers.map((answer) => answer.trim())).toEqual([
      '',
      expect.stringMatching(/^\{"message":".*","user_id":"\w+","username":"ada","organization":/),
      '{"message":"Your email address is confirmed."}',
      expect.stringContaining('"name":"demo"'),
      expect.stringMatching(/^\D*42\b/m),
      expect.stringMatching(/"otp_enabled":true,.*verification code.*\nada$/s),
      expect.stringMatching(/\{"message":"You are logged out\..*"\}session_ended$/s),
    ])
  })

  it('finds its data again after a restart', async () => {
    await stopDemo()
    demo = await startDemo()
    const [, signUp, , logIn] = commands
    const again = await runEach([commands[0] ?? '', signUp ?? '', logIn ?? ''])
    expect(again[1]).toContain('"code":"organization_taken"')
    expect(again[2]).toContain('"name":"demo"')
  })
})

/** The shell blocks between the tour's heading and the next one. */
function tourOf(readme: string): readonly string[] {
  const [, tour = ''] = readme.split('## A tour in three minutes')
  const [section = ''] = tour.split('\n## ')
  return Array.from(section.matchAll(/```sh\n(.*?)```/gs), ([, block]) => block ?? '')
}

/** Runs the blocks in one shell, as if a person pasted them. @returns What each printed. */
async function runEach(blocks: readonly string[]): Promise<readonly string[]> {
  const mark = '-- next block --'
  const script = blocks.map((block) => `${block}\necho; echo '${mark}'\n`).join('')
  const { stdout } = await run('bash', ['-u', '-o', 'pipefail', '-c', script], {
    cwd: root,
    env,
  })
  return stdout.split(mark).slice(0, blocks.length)
}

/** `npm start`, as the README has it, but for its ports and where its data is. */
async function startDemo(): Promise<ChildProcess> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the signal of Ctrl-C can be sent to all of it.
    detached: true,
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Gatehouse is running')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)))
  })
  return child
}

async function stopDemo(): Promise<void> {
  if (demo?.pid === undefined || demo.exitCode !== null) return
  const gone = once(demo, 'exit')
  process.kill(-demo.pid, 'SIGINT')
  await gone
}
