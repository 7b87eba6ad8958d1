import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxWorkers, type Settings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'
import type { Logger } from 'pino'
import type { FromPrimary, FromWorker } from './ipc.ts'
import { watchConnections } from './redistribute-connections.ts'
import { watchSilence } from './watch-silence.ts'

/**
 * The number of processes that share the port.
 *
 * @param cores The number of processors that this process may use.
 */
export function workerCount({ workers }: Pick<Settings, 'workers'>, cores: number): number {
  return workers === 'auto' ? Math.min(cores, maxWorkers) : workers
}

/** The workers of a primary process. */
export interface WorkerPool {
  /** Starts the first worker, which may have to clear up after a crash, and then the others. */
  start(): Promise<StartOutcome>
  /** The workers that serve, by number. */
  serving(): readonly number[]
  /** Sends a message to a worker; it is lost when that worker does not serve. */
  send(worker: number, message: FromPrimary): void
  /**
   * Stops all workers and kills those that do not finish. @returns The exit code.
   *
   * @param patienceMs Milliseconds that they may take.
   */
  stop(patienceMs: number): Promise<number>
}

/** The port that all share, or the exit code of one that could not start and has said why. */
export type StartOutcome =
  | { readonly kind: 'up'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: number }

/** The number of workers, and the handlers of their messages. */
export interface WorkerPoolOptions {
  /** How many workers run at the same time. */
  readonly count: number
  /** Logs each start and each end of a worker. */
  readonly log: Pick<Logger, 'error' | 'info'>
  /** Called with each message of a worker after its start. */
  readonly onMessage: (worker: number, message: FromWorker) => void
  /** Called when a worker has ended, for any reason. */
  readonly onEnd: (worker: number) => void
}

/** How a worker ended. */
interface WorkerEnd {
  readonly code: number | null
  readonly signal: string | null
}

interface PoolMember {
  readonly worker: Worker
  /** The port that it listens on; `undefined` when it ended before it served. */
  readonly port: Promise<number | undefined>
  readonly ended: Promise<WorkerEnd>
  readonly livedMs: () => number
}

/** Keeps the given number of workers running, from `start` until `stop`. */
export function createWorkerPool({ count, log, onEnd, onMessage }: WorkerPoolOptions): WorkerPool {
  const members = new Set<PoolMember>()
  const serving = new Map<number, Worker>()
  const stopping = new AbortController()
  const { signal } = stopping
  const silence = watchSilence(serving, log, signal)

  function launch(): PoolMember {
    const bornAt = performance.now()
    // A fixed number, whatever the number of cores that the worker would see.
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

  /** Keeps a worker running in this place, until all have to end. */
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

/** @returns Whether all have ended in time. The others are killed. */
async function endWithin(members: ReadonlySet<PoolMember>, patienceMs: number): Promise<boolean> {
  const all = Promise.all(Array.from(members, ({ ended }) => ended)).then(() => true)
  const isInTime = await pTimeout(all, { milliseconds: patienceMs, fallback: () => false })
  for (const { worker } of members) worker.process.kill('SIGKILL')
  return isInTime
}

/** Milliseconds that a worker has to live to count as working. */
const steadyMs = 60_000

const maxRestartDelayMs = 30_000

/**
 * Milliseconds until a worker that ended is replaced: none at first, then longer and longer, so that a worker
 * that cannot start does not use up the machine.
 *
 * @param failures The number of workers in a row that did not live long.
 */
export function restartDelayMs(failures: number): number {
  return failures < 2 ? 0 : Math.min(maxRestartDelayMs, 250 * 2 ** (failures - 2))
}

function endOf(worker: Worker): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
    worker.on('error', () => {
      // The system could not start a process.
      if (worker.process.pid === undefined) resolve({ code: 1, signal: null })
    })
  })
}

/** Sends a message; does nothing for a worker that has just ended. */
function send(worker: Worker | undefined, message: FromPrimary): void {
  if (worker?.isConnected()) worker.send(message, () => undefined)
}
