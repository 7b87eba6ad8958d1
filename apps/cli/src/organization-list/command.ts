import { type OrganizationSummary, summarizeOrganizations } from '@gatehouse/auth-core/operator'
import { type Command, endWith, withObjects } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asObject, asTable } from './list-organizations.ts'

/** `gatehouse organization list` */
export const organizationList: Command = {
  name: 'organization list',
  summary: 'lists the organizations, with how many people are in each',
  details: ['In the order of their ids. Times are in UTC.'],
  options: {},
  json: 'prints a JSON object for each, a line each',

  run: (call) =>
    withRecords(call, async ({ ports }) => {
      const all: OrganizationSummary[] = []
      for await (const one of summarizeOrganizations(ports)) all.push(one)
      return withObjects(endWith('done', ...asTable(all)), ...all.map(asObject))
    }),
}
