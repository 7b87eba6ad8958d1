import { type Agent, request } from 'node:http'

/** What somebody found who asked a gateway again and again. */
export interface AskedResult {
  readonly requests: number
  /** Those that were not answered with 200. */
  readonly refused: number
  /** Milliseconds. */
  readonly p50: number
  /** Milliseconds. */
  readonly p99: number
}

/** What is asked for, and over which connections. */
export interface Question {
  readonly url: string
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
}

/** Asks once, and reads the answer to its end. @returns The status; 0 when the connection broke. */
export function ask({ url, agent, headers }: Question): Promise<number> {
  return new Promise((resolve) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end()
  })
}
