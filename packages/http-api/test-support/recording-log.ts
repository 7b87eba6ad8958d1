import type { ApiLog } from '../src/exchange.ts'

/** A log that keeps its lines, with the levels of pino. */
export function createRecordingLog() {
  const lines: Readonly<Record<string, unknown>>[] = []
  const writer = (level: number) => (fields: object, msg: string) =>
    void lines.push({ level, msg, ...fields })
  const log: ApiLog = { warn: writer(40), error: writer(50) }
  return { log, lines }
}
