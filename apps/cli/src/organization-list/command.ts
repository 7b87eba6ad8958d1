import { type OrganizationSummary, summarizeOrganizations } from '@gatehouse/auth-core/operator'
import { type Command, endWith } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asJson, asTable } from './list-organizations.ts'

/** `gatehouse organization list` */
export const organizationList: Command = {
  name: 'organization list',
  summary: 'lists the organizations, with how many people are in each',
  details: ['In the order of their ids. Times are in UTC.'],
  options: { json: { summary: 'prints a JSON object a line, for programs' } },

  run: (call) =>
    withRecords(call, async ({ ports }) => {
      const all: OrganizationSummary[] = []
      for await (const one of summarizeOrganizations(ports)) all.push(one)
      return endWith('done', ...(call.flags.has('json') ? asJson(all) : asTable(all)))
    }),
}
