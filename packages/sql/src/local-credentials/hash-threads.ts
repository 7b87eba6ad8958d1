import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PortError } from '@gatehouse/auth-core/ports'
import pLimit from 'p-limit'
import type { HashAnswer, HashQuestion, HashThreadData } from './hash-thread.ts'

/**
 * Computes hashes; more than a few at once wait in order.
 *
 * @throws {PortError} `credential_store`, `unavailable` when a thread could not be started or has ended.
 * @throws {Error} Of the hash function, for text that is not a hash.
 */
export type ComputeHash = (question: HashQuestion) => Promise<string | boolean>

/** Which threads there are. */
export interface HashThreadsOptions extends HashThreadData {
  /** Their program. */
  readonly program: URL
  /** The largest number of them. */
  readonly threads: number
}

interface Thread {
  readonly worker: Worker
  /** Aborted when the thread has ended. */
  readonly ended: AbortSignal
}

/** Threads of one niceness that have nothing to do. */
interface IdleThreads {
  readonly niceness: number
  readonly threads: Thread[]
}

/** So many hashes are computed without giving way before it is tried again. */
const hashesAfterStarving = 64

/**
 * Hashes in threads of their own, which are started when they are first needed. They keep no process from ending
 * unless somebody waits for them.
 *
 * They give way for as long as there is a core to be had. When one has waited longer than it has worked, because others
 * keep all cores busy, the next hashes are computed by threads that give way to nobody.
 */
export function createHashThreads({ niceness, program, threads }: HashThreadsOptions): ComputeHash {
  const limit = pLimit(threads)
  const givingWay: IdleThreads = { niceness, threads: [] }
  const insisting: IdleThreads = { niceness: 0, threads: [] }
  let insistFor = 0

  function start(workerData: HashThreadData): Thread {
    // Options of the process, such as modules to load first, are for the process alone.
    const worker = new Worker(program, { workerData, execArgv: [] })
    const end = new AbortController()
    // Whoever waits is told by `once`.
    worker.on('error', () => undefined)
    worker.on('exit', () => end.abort())
    return { worker, ended: end.signal }
  }

  async function ask(question: HashQuestion, idle: IdleThreads): Promise<HashAnswer> {
    try {
      const thread = idle.threads.pop() ?? start({ niceness: idle.niceness })
      const { ended: signal, worker } = thread
      worker.ref()
      worker.postMessage(question)
      const [answer] = (await once(worker, 'message', { signal })) as [HashAnswer]
      worker.unref()
      idle.threads.push(thread)
      return answer
    } catch (error) {
      throw new PortError('credential_store', 'unavailable', error)
    }
  }

  return (question) =>
    limit(async () => {
      const isInsisting = insistFor > 0
      if (isInsisting) insistFor -= 1
      const { isStarved, result } = await ask(question, isInsisting ? insisting : givingWay)
      if (isStarved) insistFor = hashesAfterStarving
      if (!result.ok) throw result.error
      return result.value
    })
}
