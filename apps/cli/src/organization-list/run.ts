import { type OrganizationSummary, summarizeOrganizations } from '@gatehouse/auth-core/operator'
import { type CommandCall, type CommandResult, endWith, withObjects } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asObject, asTable } from './list-organizations.ts'

/** What `gatehouse organization list` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withRecords(call, async ({ ports }) => {
    const all: OrganizationSummary[] = []
    for await (const one of summarizeOrganizations(ports)) all.push(one)
    return withObjects(endWith('done', ...asTable(all)), ...all.map(asObject))
  })
}
