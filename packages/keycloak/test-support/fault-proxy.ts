import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way. */
export type Fault =
  /** Nothing is answered. */
  | 'hang'
  /** The server gets it, and its answer is cut off. */
  | 'reset_after'
  /** The server gets it, and its answer is cut in the middle. */
  | 'reset_mid_answer'
  /** The server does not get it. */
  | 'reset_before'
  /** The server gets it once this is settled, and its answer is lost. */
  | { readonly hold: Promise<void> }
  /** The server does not get it; a page of another server comes back. */
  | 'html'
  /** The server does not get it; the client is sent elsewhere. */
  | 'redirect'
  /** The server does not get it; this comes back. */
  | { readonly status: number; readonly body: string }
  /** The server gets it, and its answer comes so much later. Milliseconds. */
  | { readonly delay: number }

/** A proxy between an adapter and Keycloak that harms chosen requests. */
export interface FaultProxy {
  readonly url: string
  /** What passed, as "METHOD path", in order. */
  readonly requests: readonly string[]
  /**
   * Harms requests from now on.
   *
   * @param choose What to do to a request, given as "METHOD path"; nothing for `undefined`.
   */
  harm(choose: (line: string) => Fault | undefined): void
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/** Starts a proxy on loopback. @param target The address of the server behind it. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = []
  let choose: (line: string) => Fault | undefined = () => undefined
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push(line)
    answer(target, choose(line), { incoming, outgoing }).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    harm(chooser) {
      choose = chooser
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface HttpExchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

async function answer(
  target: string,
  fault: Fault | undefined,
  exchange: HttpExchange,
): Promise<void> {
  const { incoming, outgoing } = exchange
  const body = await read(incoming)
  if (fault === 'hang') return
  if (fault === 'reset_before') return void outgoing.destroy()
  if (fault === 'html') return send(outgoing, 200, '<html>Welcome to the proxy</html>')
  if (fault === 'redirect') {
    outgoing.setHeader('location', 'http://127.0.0.1:9/elsewhere')
    return send(outgoing, 307, '')
  }
  if (typeof fault === 'object' && 'status' in fault)
    return send(outgoing, fault.status, fault.body)
  const isHeld = typeof fault === 'object' && 'hold' in fault
  if (isHeld) await fault.hold
  const passed = await pass(target, incoming, body)
  if (fault === 'reset_after' || isHeld) return void outgoing.destroy()
  if (typeof fault === 'object') await new Promise((resolve) => setTimeout(resolve, fault.delay))
  const headers = { ...passed.headers, 'content-length': String(passed.body.length) }
  outgoing.writeHead(passed.status, headers)
  if (fault !== 'reset_mid_answer') return void outgoing.end(passed.body)
  outgoing.write(passed.body.subarray(0, passed.body.length / 2), () => outgoing.destroy())
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, {
    'content-type': body.startsWith('<') ? 'text/html' : 'application/json',
  })
  outgoing.end(body)
}

async function pass(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const onward = request(new URL(url ?? '/', target), { method, headers })
  onward.end(body)
  const [response] = (await once(onward, 'response')) as [IncomingMessage]
  const { 'transfer-encoding': _, ...kept } = response.headers
  return { status: response.statusCode ?? 502, headers: kept, body: await read(response) }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}
