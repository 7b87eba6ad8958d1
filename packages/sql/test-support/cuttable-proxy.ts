import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server of this machine whose connections can be cut. */
export interface CuttableProxy {
  readonly port: number
  /**
   * From now on a message with this text reaches the server, and the connection ends before its
   * answer.
   */
  cutAfter(text: string): void
  /** Nothing passes the open connections any more, and neither side is told. */
  freeze(): void
  /** New connections work again. */
  mend(): void
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/** Starts a proxy on loopback. @param serverPort The port of the server behind it. */
export async function startCuttableProxy(serverPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let last: string | undefined
  const frozen = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    let isCut = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (frozen.has(client)) return
      isCut ||= last !== undefined && chunk.includes(last)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      // The answer is here, so the server has done it.
      if (isCut) client.destroy()
      else if (!frozen.has(upstream)) client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutAfter(text) {
      last = text
    },
    freeze() {
      for (const socket of sockets) frozen.add(socket)
    },
    mend() {
      last = undefined
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
