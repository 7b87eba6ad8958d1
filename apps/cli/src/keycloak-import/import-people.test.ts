import { importOrganization } from '@gatehouse/auth-core/operator'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import type { RealmUser } from '@gatehouse/keycloak'
import { expect, it } from '@jest/globals'
import { fakeOperator, realmUser } from '../../test-support/fake-operator.ts'
import { importPeople } from './import-people.ts'

const users = [
  realmUser({ requiredActions: ['VERIFY_EMAIL'], hasSecondFactor: true }),
  realmUser({ id: 'user-2', username: 'bob', email: 'bob@example.com', enabled: false }),
  realmUser({ id: 'user-3', username: 'eve\u001b[2J', email: 'eve@example.com' }),
]

it('says of single users why they were left out, or what keeps them out', async () => {
  const { tally, printed } = await importAll(users)
  const remark = { username: 'ada', isLeftOut: false }
  const eve = { code: 'username_not_allowed', username: 'eve\u001b[2J', isLeftOut: true }
  expect(tally).toMatchObject({ imported: 2, admins: 1, known: 0, leftOut: 1 })
  expect(tally.remarks).toEqual([
    { ...remark, code: 'required_action', text: 'Came in, and has to VERIFY_EMAIL first.' },
    {
      ...remark,
      code: 'second_factor',
      text: 'Came in, and Keycloak asks for a code that we cannot.',
    },
    {
      ...remark,
      code: 'disabled',
      username: 'bob',
      text: 'Came in, and is kept out as in Keycloak.',
    },
    { ...eve, text: expect.any(String) },
  ])
  expect(printed).toHaveLength(tally.remarks.length)
  expect(printed[2]).toBe('disabled             bob: Came in, and is kept out as in Keycloak.')
  expect(printed[3]).toMatch(/^username_not_allowed eve\?\[2J: /)
})

it('says nothing more of those that came in before', async () => {
  const ports = createMemoryPorts()
  await importAll(users.slice(0, 2), ports)
  const { tally } = await importAll(users.slice(0, 2), ports)
  expect(tally).toEqual({ imported: 0, admins: 0, known: 2, leftOut: 0, remarks: [] })
})

async function importAll(all: readonly RealmUser[], ports = createMemoryPorts()) {
  const printed: string[] = []
  const organization = { realm: 'acme', name: 'Acme', dryRun: false }
  const done = await importOrganization(ports, { otpDefault: false }, organization)
  if (done.kind !== 'organization_imported') throw new Error(done.kind)
  const operator = fakeOperator({
    async *listUsers() {
      yield all
    },
  })
  const people = { admins: new Set(['user-1']), people: all.length, dryRun: false }
  const tally = await importPeople(
    { keycloak: { operator }, ports },
    { ...people, tenant: done.tenant },
    { print: (...lines) => void printed.push(...lines), progress: () => {} },
  )
  return { tally, printed }
}
