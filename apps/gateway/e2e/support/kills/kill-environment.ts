import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { eventually } from '@gatehouse/test-services'
import type { Answer, SendOptions } from '../../../testing/api.ts'
import { bearer } from '../../../testing/people.ts'
import type { TestEnvironment } from '../../../testing/test-environment.ts'
import { unlimited } from '../../../testing/unlimited.ts'
import { askRecords } from '../ask-records.ts'
import type { PostgresEnvironment } from '../postgres-environment.ts'
import { isEffect, type KillPoint, killHeader } from './steps.ts'
import type { UserView } from './user-view.ts'

/** A command to the gateway. */
export interface Request extends SendOptions {
  readonly route: `${string} /${string}`
  /** The access token of who asks. */
  readonly token?: string
}

/** What became of a command, or of a round of a job. */
export interface Outcome {
  /** Nothing where the process has died. */
  readonly answer?: Answer | undefined
  readonly hasDied: boolean
  /** The steps that it took, the one at which it died among them. */
  readonly steps: readonly string[]
  /** How many things it has made to last. */
  readonly effects: number
}

/** A gateway that dies at chosen steps, and what lies around it. */
export interface KillEnvironment {
  readonly environment: TestEnvironment | PostgresEnvironment
  /** The users of the credential store. */
  readonly users: UserView
  /** When processes were killed, in epoch milliseconds. */
  readonly deaths: readonly number[]
  ask(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  send(request: Request): Promise<Answer>
  /** Sends a command, and has the gateway killed in its midst. @param at No step is 0. */
  sendAndDie(request: Request, at: KillPoint): Promise<Outcome>
  /** One round of a job while no gateway runs, in a process that is killed in its midst. */
  runJobAndDie(job: string, at: KillPoint): Promise<Outcome>
  /** Starts a gateway on what the dead one left, and waits until nothing is under way. */
  startAgain(): Promise<void>
}

/** Settings of a gateway that dies at steps. */
export function dyingSettings(stepsFile: string): Readonly<Record<string, string>> {
  const hook = new URL('./die-at-step.ts', import.meta.url)
  const plenty = '100000/1d'
  return {
    ...unlimited,
    LIMIT_VERIFICATION_PAUSE: plenty,
    LIMIT_VERIFICATION_ADDRESS: plenty,
    NODE_OPTIONS: `--import=${hook.href}`,
    STEPS_FILE: stepsFile,
    WORKERS: '1',
  }
}

/** Watches over an environment that was opened with {@link dyingSettings}. */
export function createKillEnvironment(
  environment: TestEnvironment | PostgresEnvironment,
  { users, stepsFile }: { readonly users: UserView; readonly stepsFile: string },
): KillEnvironment {
  const ask = (statement: string) => askRecords(environment, statement)

  const send = ({ route, token, headers = {}, ...options }: Request) => {
    const [method = '', path = ''] = route.split(' ')
    const all = { ...headers, ...(token !== undefined && bearer(token)) }
    return environment.api.send(method, path, { ...options, headers: all })
  }

  const taken = async () => {
    const steps = (await readFile(stepsFile, 'utf8')).split('\n').filter(Boolean)
    return { steps, effects: steps.filter(isEffect).length }
  }

  const deaths: number[] = []

  return {
    environment,
    users,
    deaths,
    ask,
    send,

    async sendAndDie(request, at) {
      await writeFile(stepsFile, '')
      const headers = { ...request.headers, [killHeader]: JSON.stringify(at) }
      const answer = await unlessCut(() => send({ ...request, headers }))
      if (!answer) {
        await environment.gateway().ended
        deaths.push(Date.now())
      }
      return { answer, hasDied: !answer, ...(await taken()) }
    },

    async runJobAndDie(job, at) {
      await writeFile(stepsFile, '')
      const hasDied = await runJob(environment.settings, job, at)
      if (hasDied) deaths.push(Date.now())
      return { hasDied, ...(await taken()) }
    },

    async startAgain() {
      if ('database' in environment) await passTime(environment)
      await environment.restart()
      await eventually('what was under way to be settled', async () => {
        const [row] = await ask(underWay)
        return row?.n === 0 || undefined
      })
    },
  }
}

const underWay = `select (select count(*) from accounts where standing in ('reserved', 'removing'))
  + (select count(*) from tenants where standing = 'reserved')
  + (select count(*) from invitations where claimed_until is not null)
  + (select count(*) from one_time_tokens where claimed_until is not null) as n`

/** What a dead process holds is free once it was silent for ten seconds: they are over at once. */
async function passTime({ database }: PostgresEnvironment): Promise<void> {
  await eventually('the server to have noticed', async () => {
    const [row] = await database.ask(`select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name = 'gatehouse'`)
    return row?.n === 0 || undefined
  })
  await database.ask('update replicas set alive_until = alive_until - 60000')
  await database.ask('update one_time_tokens set claimed_until = claimed_until - 60000')
  await database.ask('update invitations set claimed_until = claimed_until - 60000')
  await database.ask('update outbox set leased_until = leased_until - 60000')
}

/**
 * Runs one round of a job in a process of its own, by a clock that has gone on steadily.
 *
 * @returns Whether it was killed. @throws {Error} When it failed.
 */
export async function runJob(
  settings: Readonly<Record<string, string>>,
  job: string,
  at: KillPoint,
): Promise<boolean> {
  const { NODE_OPTIONS: _, ...env } = settings
  const script = fileURLToPath(new URL('./run-job.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@gatehouse/source', script], {
    env: { PATH: process.env.PATH ?? '', ...env, JOB: job, KILL_AT: JSON.stringify(at) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = child.stderr.toArray()
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (signal === 'SIGKILL') return true
  if (code !== 0) throw new Error(Buffer.concat(await errors).toString())
  return false
}

/** What the gateway answered, or nothing when the connection was cut. */
async function unlessCut(request: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request()
  } catch (error) {
    // Fetch reports every fault of the connection as a TypeError, and nothing else.
    if (error instanceof TypeError) return undefined
    throw error
  }
}
