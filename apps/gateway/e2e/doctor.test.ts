/** `gatehouse doctor` where passwords are in the database of the gateway. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { logIn, type Person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { records } from './support/records.ts'

let environment: TestEnvironment
let ada: Person
let bob: Person

beforeAll(async () => {
  environment = await openTestEnvironment()
  ada = await signUp(environment.api, { organization_name: 'ada' })
  bob = await signUp(environment.api, { organization_name: 'bob' })
})

afterAll(() => environment?.close())

const doctor = (...options: readonly string[]) =>
  runGatehouse(['doctor', ...options], { DATA_DIR: environment.dataDir })

describe('gatehouse doctor', () => {
  it('finds nothing after sign-ups, while the gateway runs', async () => {
    expect(await doctor()).toEqual({
      code: 0,
      output: [
        'Looked at 2 organizations with 2 accounts, and at the passwords in the same database.',
        'Everything goes together.',
        '',
      ].join('\n'),
      errors: 'looking through the database\n',
    })
  })

  it('finds what was done behind the back of the gateway', async () => {
    records(environment, 'update local_users set enabled = 0 where username = ?', ada.username)
    records(environment, 'delete from local_realms where id = ?', 'bob')
    const { code, output } = await doctor()
    expect(output).toBe(
      [
        `user_disabled          ada ${ada.username}: is disabled, should be enabled`,
        'realm_missing          bob: it has no passwords on record; restore a backup',
        'Looked at 2 organizations with 2 accounts, and at the passwords in the same database.',
        '2 findings. `gatehouse doctor --fix` can repair 1, and asks before.',
        '',
      ].join('\n'),
    )
    expect(code).toBe(1)
  })

  it('lets somebody in again where that is named', async () => {
    expect((await logIn(environment.api, ada)).status).toBe(401)
    const { code, output } = await doctor('--fix', '--yes', '--only', 'user_disabled')
    expect(output).toContain(`repaired  user_disabled ada ${ada.username}`)
    expect(code).toBe(1)
    expect((await logIn(environment.api, ada)).status).toBe(200)
    expect((await logIn(environment.api, bob)).status).toBe(401)
  })
})
