import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxWorkers, type Settings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'
import type { Logger } from 'pino'
import type { FromPrimary, FromWorker } from './ipc.ts'
import { watchConnections } from './redistribute-connections.ts'
import { watchSilence } from './watch-silence.ts'

/**
 * How many processes share the port.
 *
 * @param cores How many processors this process may use.
 */
export function workerCount({ workers }: Pick<Settings, 'workers'>, cores: number): number {
  return workers === 'auto' ? Math.min(cores, maxWorkers) : workers
}

/** The workers of a primary process. */
export interface WorkerPool {
  /** Starts the first one, which may have to clear up, and then all others. */
  start(): Promise<StartOutcome>
  /** Those that serve, by number. */
  serving(): readonly number[]
  /** Says something to a worker; it is lost when that one does not serve. */
  send(worker: number, message: FromPrimary): void
  /**
   * Has all of them finish, kills those that have not, and tells how that went, as an exit code.
   *
   * @param patienceMs How long they may take, in milliseconds.
   */
  stop(patienceMs: number): Promise<number>
}

/** The port that all share, or the exit code of one that could not start and has said why. */
export type StartOutcome =
  | { readonly kind: 'up'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: number }

/** How many workers there are, and what is done about what they say. */
export interface WorkerPoolOptions {
  /** How many workers run at the same time. */
  readonly count: number
  /** Takes each start and each end of a worker. */
  readonly log: Pick<Logger, 'error' | 'info'>
  /** Takes whatever a worker says after it has started. */
  readonly onMessage: (worker: number, message: FromWorker) => void
  /** Called once a worker has ended, for whatever reason. */
  readonly onEnd: (worker: number) => void
}

/** How a worker ended. */
interface WorkerEnd {
  readonly code: number | null
  readonly signal: string | null
}

interface PoolMember {
  readonly worker: Worker
  /** `undefined` when it ended before it served. */
  readonly port: Promise<number | undefined>
  readonly ended: Promise<WorkerEnd>
  readonly livedMs: () => number
}

/** Keeps as many workers running as it is told to, from `start` until `stop`. */
export function createWorkerPool({ count, log, onEnd, onMessage }: WorkerPoolOptions): WorkerPool {
  const members = new Set<PoolMember>()
  const serving = new Map<number, Worker>()
  const stopping = new AbortController()
  const { signal } = stopping
  const silence = watchSilence(serving, log, signal)

  function launch(): PoolMember {
    const bornAt = performance.now()
    // However many cores the worker would count.
    const worker = cluster.fork({ WORKERS: String(count) })
    const connections = watchConnections(worker)
    const { promise: port, resolve: tellPort } = Promise.withResolvers<number | undefined>()
    worker.on('message', (message: FromWorker) => {
      silence.heard(worker.id)
      if (message.kind === 'alive') return
      if (message.kind !== 'ready') return onMessage(worker.id, message)
      serving.set(worker.id, worker)
      log.info({ process: worker.id, pid: worker.process.pid }, 'worker process started')
      tellPort(message.port)
    })
    const ended = endOf(worker).then((end) => {
      members.delete(member)
      serving.delete(worker.id)
      silence.ended(worker.id)
      connections.takeBack(() => serving.size > 0)
      onEnd(worker.id)
      tellPort(undefined)
      return end
    })
    const member = { worker, port, ended, livedMs: () => performance.now() - bornAt }
    members.add(member)
    return member
  }

  /** Sees to it that there is one in this place, until all are to end. */
  async function keep(first: PoolMember): Promise<void> {
    let failures = 0
    for (let member = first; ; member = launch()) {
      const { code, signal: by } = await member.ended
      if (signal.aborted) return
      failures = member.livedMs() < steadyMs ? failures + 1 : 0
      const delayMs = restartDelayMs(failures)
      const fields = { process: member.worker.id, pid: member.worker.process.pid, code, signal: by }
      log.error({ ...fields, delay_ms: delayMs }, 'worker process ended')
      await sleep(delayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  return {
    async start() {
      const first = launch()
      const port = await first.port
      if (port === undefined) return failed([first], members)
      const all = [first, ...Array.from({ length: count - 1 }, launch)]
      const ports = await Promise.all(all.map((member) => member.port))
      const ended = all.filter((_, index) => ports[index] === undefined)
      if (ended.length > 0) return failed(ended, members)
      for (const member of all) void keep(member)
      return { kind: 'up', port }
    },
    serving: () => [...serving.keys()],
    send(worker, message) {
      send(serving.get(worker), message)
    },
    async stop(patienceMs) {
      stopping.abort()
      const wereServing = [...members].filter(({ worker }) => serving.has(worker.id))
      for (const { worker } of members) send(worker, { kind: 'stop' })
      const isInTime = await endWithin(members, patienceMs)
      const ends = await Promise.all(wereServing.map(({ ended }) => ended))
      return isInTime && ends.every(({ code }) => code === 0) ? 0 : 1
    },
  }
}

/** @param those Of the members, those that could not start. The others are killed. */
async function failed(
  those: readonly PoolMember[],
  members: ReadonlySet<PoolMember>,
): Promise<StartOutcome> {
  const ends = await Promise.all(those.map(({ ended }) => ended))
  for (const { worker } of members) worker.process.kill('SIGKILL')
  const code = ends.find((end) => end.code !== 0 && end.code !== null)?.code ?? 1
  return { kind: 'failed', code }
}

/** @returns Whether all have ended in time. Those that have not are killed. */
async function endWithin(members: ReadonlySet<PoolMember>, patienceMs: number): Promise<boolean> {
  const all = Promise.all(Array.from(members, ({ ended }) => ended)).then(() => true)
  const isInTime = await pTimeout(all, { milliseconds: patienceMs, fallback: () => false })
  for (const { worker } of members) worker.process.kill('SIGKILL')
  return isInTime
}

/** How long a worker has to live to count as one that works, in milliseconds. */
const steadyMs = 60_000

const maxRestartDelayMs = 30_000

/**
 * How long a place stays empty after its worker has ended: not at all at first, then longer and
 * longer, so that one that cannot start uses up nothing.
 *
 * @param failures How many workers in a row have not lived long.
 */
export function restartDelayMs(failures: number): number {
  return failures < 2 ? 0 : Math.min(maxRestartDelayMs, 250 * 2 ** (failures - 2))
}

function endOf(worker: Worker): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
    worker.on('error', () => {
      // The system had no process for it.
      if (worker.process.pid === undefined) resolve({ code: 1, signal: null })
    })
  })
}

/** Nothing is lost on one that has just ended. */
function send(worker: Worker | undefined, message: FromPrimary): void {
  if (worker?.isConnected()) worker.send(message, () => undefined)
}
