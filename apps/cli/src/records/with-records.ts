import { PortError } from '@gatehouse/auth-core'
import { type Call, type ExitCode, exitCodes } from '../command.ts'
import { openRecords, type Records } from './open-records.ts'

/** Does something with the records of the gateway, or tells why that cannot be done. */
export async function withRecords(
  { environment, terminal }: Call,
  work: (records: Records) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    const records = await openRecords(environment)
    if ('kind' in records) {
      terminal.complain(...records.lines)
      return records.kind === 'wrong_settings' ? exitCodes.usage : exitCodes.unreachable
    }
    try {
      return await work(records)
    } finally {
      await records.close()
    }
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    const cause = Error.isError(error.cause) ? `: ${error.cause.message}` : ''
    terminal.complain(`The database cannot be used (${error.failure})${cause}.`)
    return exitCodes.unreachable
  }
}
