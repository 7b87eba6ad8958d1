import { createServer } from 'node:net'

/** The port of loopback that is wanted, or any other when somebody has it. 0 wants any. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      wanted === 0 ? reject(new Error('no free port')) : resolve(freePort()),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : wanted
      probe.close(() => resolve(port))
    })
  })
}
