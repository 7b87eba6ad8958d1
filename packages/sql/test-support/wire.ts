import { connect, createServer, type Socket } from 'node:net'

/** A wire to a server of this machine that can be cut. */
export interface Wire {
  readonly port: number
  /** From now on the server gets what holds this text, and nobody ever hears of it. */
  cutAfter(text: string): void
  /** Through the connections there are nothing gets any more, and nobody is told. */
  freeze(): void
  /** As it was at first, for new connections. */
  mend(): void
  close(): Promise<void>
}

export async function startWire(serverPort: number): Promise<Wire> {
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
