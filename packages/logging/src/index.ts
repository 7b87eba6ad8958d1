/** The log on standard output: JSON for programs, text for eyes. */
export { createLineBatch, type LineBatch } from './line-batch.ts'
export {
  createLog,
  createTimestamp,
  type LogDestination,
  type LogFormat,
  type LogOptions,
  openLogDestination,
  recordBase,
} from './log.ts'
