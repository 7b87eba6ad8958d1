import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Hindered } from '../expect/outcomes.ts'

/** A WebSocket to be opened. */
export interface Handshake {
  /** The address, with `http` or `https`, and the query. */
  readonly url: string
  /** The `User-Agent`. */
  readonly agent: string
  /** Patience, in seconds. */
  readonly timeoutSeconds: number
}

/**
 * Asks for a WebSocket (RFC 6455, section 4.1), and closes it at once.
 *
 * @returns The status: 101 when it was opened.
 * @throws {Hindered} When no answer comes.
 */
export async function openWebSocket({ url, agent, timeoutSeconds }: Handshake): Promise<number> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'user-agent': agent },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') },
  }
  const asked = send(url, { headers, agent: false, timeout: timeoutSeconds * 1000 })
  try {
    return await new Promise<number>((resolve, reject) => {
      asked.once('upgrade', (_response, socket) => {
        socket.destroy()
        resolve(101)
      })
      asked.once('response', ({ statusCode = 0 }) => resolve(statusCode))
      asked.once('timeout', () => reject(new Error('no answer in time')))
      asked.once('error', reject)
      asked.end()
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Hindered(`GET ${new URL(url).pathname} was not answered: ${reason}`)
  } finally {
    asked.destroy()
  }
}
