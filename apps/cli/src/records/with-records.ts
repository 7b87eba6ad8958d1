import { PortError } from '@gatehouse/auth-core'
import { type CommandCall, type CommandResult, endWith } from '../command.ts'
import { failureOf } from './explain-failure.ts'
import { openRecords, type Records } from './open-records.ts'

/** Runs work with the gateway's records, or reports why they cannot be opened. */
export async function withRecords(
  { environment }: Pick<CommandCall, 'environment'>,
  work: (records: Records) => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    const records = await openRecords(environment)
    if (!records.ok) return records.result
    try {
      return await work(records.value)
    } finally {
      await records.value.close()
    }
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    return endWith('unreachable', `The database cannot be used ${failureOf(error)}.`)
  }
}
