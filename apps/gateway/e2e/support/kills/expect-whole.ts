import { expect } from '@jest/globals'
import { runGatehouse } from '../../../testing/run-gatehouse.ts'
import type { Scene } from './commands/command.ts'

/** Holds all that is there against each other: records, credential store, mails and audit log. */
export async function expectWhole({ kills }: Scene): Promise<void> {
  const { environment, users, ask } = kills
  expect(await ask(`select id from accounts where standing not in ('active', 'disabled')`)).toEqual(
    [],
  )
  expect(await ask(`select id from tenants where standing != 'active'`)).toEqual([])
  const leased = `select count(*) as n from one_time_tokens where claimed_until is not null`
  expect(await ask(leased)).toEqual([{ n: 0 }])
  for (const { id } of await ask('select id from tenants')) {
    const accounts = await ask(`select username, credential_id, standing, role from accounts
      where tenant_id = '${id}'`)
    const stored = (await users.inRealm(String(id))) ?? []
    const pairs = (list: readonly { readonly username: unknown; readonly id: unknown }[]) =>
      list.map(({ username, id: own }) => `${username} ${own}`).sort()
    expect(pairs(stored)).toEqual(
      pairs(accounts.map(({ username, credential_id }) => ({ username, id: credential_id }))),
    )
    const administrators = accounts.filter(
      ({ role, standing }) => role === 'company_admin' && standing === 'active',
    )
    expect(administrators.length).toBeGreaterThan(0)
  }
  const ownerless = `select digest from one_time_tokens
    where account_id not in (select id from accounts)`
  expect(await ask(ownerless)).toEqual([])
  expect(await ask(`select kind, reason from outbox where reason is not null`)).toEqual([])
  await environment.gateway().stop()
  const { NODE_OPTIONS: _, STEPS_FILE: __, ...settings } = environment.settings
  expect(await runGatehouse(['audit', 'verify'], settings)).toMatchObject({ code: 0 })
}
