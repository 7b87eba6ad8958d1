import { buildConnector } from 'undici'
import type { InterimFilter } from './without-interim.ts'

/** The largest amount of one read from the system, in bytes. */
const bufferBytes = 65_536

/**
 * Opens connections one after the other for one client of undici, HTTP/1.1 alone, and reads them
 * into a buffer that is used again. By itself Node allocates one of this size for each read, and
 * another for what came: for a short answer that costs more than reading it.
 *
 * @param timeoutMs How long opening may take, in milliseconds.
 * @param filter Looks at what is received before undici does.
 */
export function createConnector(
  timeoutMs: number,
  filter: InterimFilter,
): buildConnector.connector {
  let push: (bytes: Buffer) => boolean = () => true
  let buffer = Buffer.allocUnsafeSlow(bufferBytes)
  const open = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    onread: {
      buffer: () => buffer,
      callback(count, bytes) {
        if (count < bufferBytes) return push(Buffer.from(bytes.subarray(0, count)))
        // A full buffer of a long body is passed on without a copy, so a new one is needed.
        buffer = Buffer.allocUnsafeSlow(bufferBytes)
        return push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      },
    },
  } as buildConnector.BuildOptions)
  return (options, done) =>
    open(options, (...result) => {
      const [, socket] = result
      if (socket !== null) {
        push = (bytes) => {
          const rest = filter.take(bytes)
          return rest === undefined || socket.push(rest)
        }
      }
      done(...result)
    })
}
