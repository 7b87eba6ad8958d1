import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  aheadBy,
  clockFrom,
  describeMissing,
  findProgram,
  freePort,
  listens,
  until,
} from '@gatehouse/test-services'
import { mapFileName } from '../src/edge-options.ts'

/** Where a HAProxy of a test keeps what it needs. */
export interface HaproxyPlaces {
  /** The port that it listens on. */
  readonly port: number
  /** Its runtime socket. */
  readonly socket: string
  /** Its map file. */
  readonly map: string
}

/** A HAProxy that runs. */
export interface RunningHaproxy extends HaproxyPlaces {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** What it has logged so far. */
  readonly log: () => string
  /** Ends it at once. */
  stop(): Promise<void>
  /** Ends it at once, if it runs, and starts it anew with the files as they are then. */
  restart(): Promise<void>
  /** Ends it at once, and removes its files. */
  close(): Promise<void>
}

/** The clock of a HAProxy. */
export interface HaproxyClock {
  /** Seconds by which it is ahead; 0 unless given. */
  readonly aheadSeconds?: number
  /** A file that says what its clock is, such as `-60s`, and may change. */
  readonly clockFile?: string
}

/** Starts HAProxy with a configuration and a map. @throws {Error} When it is not installed, or ends. */
export async function startHaproxy(
  configure: (places: HaproxyPlaces) => string | Promise<string>,
  mapText: string,
  clock: HaproxyClock = {},
): Promise<RunningHaproxy> {
  const program = findProgram('haproxy')
  if (program === undefined) throw new Error(describeMissing(['haproxy']))
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-edge-'))
  const places = {
    port: await freePort(),
    socket: join(folder, 'admin.sock'),
    map: join(folder, mapFileName),
  }
  const file = join(folder, 'haproxy.cfg')
  await writeFile(places.map, mapText, { mode: 0o600 })
  await writeFile(file, await configure(places))
  let log = ''
  const take = (chunk: Buffer) => {
    log += chunk.toString()
  }
  let child = await start()

  async function start(): Promise<ChildProcess> {
    const started = spawn(program as string, ['-db', '-f', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environmentOf(clock) },
    })
    started.stdout.on('data', take)
    started.stderr.on('data', take)
    await until(() => listens(places.port), {
      failure: (isOver) =>
        isOver || started.exitCode !== null ? `HAProxy does not run: ${log}` : undefined,
    })
    return started
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    if (child.kill('SIGKILL')) await gone
  }

  return {
    ...places,
    url: `http://127.0.0.1:${places.port}`,
    log: () => log,
    stop,
    async restart() {
      await stop()
      child = await start()
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function environmentOf({ aheadSeconds = 0, clockFile }: HaproxyClock) {
  if (clockFile !== undefined) return clockFrom(clockFile)
  return aheadSeconds === 0 ? {} : aheadBy(aheadSeconds)
}
