import type { AddressInfo } from 'node:net'

/** Tells the parent of this process where it listens. */
export function tellPort(address: AddressInfo | string | null): void {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  process.send?.({ port: address.port })
}
