import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const tailBytes = 4096
const tailLines = 8

/** The last lines of a file, at most eight; empty when it cannot be read. */
export function readLogTail(file: string): string {
  try {
    const handle = openSync(file, 'r')
    try {
      const start = Math.max(0, fstatSync(handle).size - tailBytes)
      const buffer = Buffer.alloc(tailBytes)
      const length = readSync(handle, buffer, 0, tailBytes, start)
      return buffer.toString('utf8', 0, length).trim().split('\n').slice(-tailLines).join('\n')
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}
