import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cores } from '../processes/cores.ts'
import { requireProgram } from '../processes/require-program.ts'

/** The requests that wrk sends. */
export interface WrkLoad {
  readonly port: number
  readonly target: string
  readonly token: string
  readonly connections: number
  /** How long; whole seconds. */
  readonly seconds: number
  /** Header fields besides `Authorization` and `User-Agent`, such as `X-Note: 1`. */
  readonly headers?: readonly string[]
  /** The size of each request's body; without one it is a GET. */
  readonly bodyBytes?: number
  /**
   * Mean pause of a connection between two requests, in milliseconds; each is of a random length up
   * to twice that. None unless given: each answer is followed by a request.
   */
  readonly pauseMs?: number
  /** Where wrk runs; the core of those that make the load unless given. */
  readonly core?: number | string
}

/** What wrk found. Latencies are in microseconds. */
export interface WrkResult {
  readonly requests: number
  readonly microseconds: number
  readonly p50: number
  readonly p99: number
  /** Answers that were refusals. */
  readonly refused: number
  /** Connections that failed, and answers that did not come. */
  readonly broken: number
}

const run = promisify(execFile)

/** On a busy machine there may be no answer for a second. */
const maxTries = 5

/**
 * Makes a load; repeats it if it ended before any answer came.
 *
 * @throws {UsageError} if wrk is not installed.
 * @throws {Error} if an answer was not successful, or if no answer ever came.
 */
export async function makeLoad(load: WrkLoad): Promise<WrkResult> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answers = await makeLoadOnce(load)
    if (answers.requests > 0) return answers
  }
  throw new Error(`no answer within ${load.seconds} s, ${maxTries} times`)
}

async function makeLoadOnce(load: WrkLoad): Promise<WrkResult> {
  const { port, target, token, connections, seconds, core = cores.others } = load
  const parameters = [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
    ...['--header', `Authorization: Bearer ${token}`, '--header', 'User-Agent: gatehouse-cli/1.0'],
    ...(load.headers ?? []).flatMap((field) => ['--header', field]),
    ...['--script', join(import.meta.dirname, 'load.lua'), `http://127.0.0.1:${port}${target}`],
    ...['--', String(load.bodyBytes ?? 0), String(load.pauseMs ?? 0)],
  ]
  const pinned = ['--cpu-list', String(core), requireProgram('wrk'), ...parameters]
  const { stdout } = await run(requireProgram('taskset'), pinned)
  const answers = readResult(stdout)
  if (answers.refused > 0) {
    throw new Error(`${answers.refused} of ${answers.requests} answers were refusals`)
  }
  return answers
}

/**
 * What the script says at the end of wrk's output.
 *
 * @throws {Error} if it does not say it.
 */
export function readResult(output: string): WrkResult {
  const [line] = /^\{.*\}$/m.exec(output) ?? []
  if (line === undefined) throw new Error(`wrk says: ${output}`)
  return JSON.parse(line) as WrkResult
}
