/** T-26, T-11, T-53: the gateway is killed at any moment, and no one loses anything by it. */

import { eventually } from '@gatehouse/test-services'
import { describeCrash } from '../support/describe-crash.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'

describeCrash(openAwayForLong, 5)

/** An environment whose gateway, once killed, is away for longer than anything takes that it had begun. */
async function openAwayForLong(
  env: Readonly<Record<string, string>>,
): Promise<PostgresEnvironment> {
  const environment = await openPostgresEnvironment(env)
  return {
    ...environment,
    async restart(more) {
      await passTime(environment)
      await environment.restart(more)
      const unfinished = `select (select count(*) from tenants where standing = 'reserved')
        + (select count(*) from one_time_tokens where claimed_until is not null) as n`
      await eventually('what was unfinished to be settled', async () => {
        const [row] = await environment.database.ask(unfinished)
        return row?.n === 0 || undefined
      })
    },
  }
}

async function passTime({ database }: PostgresEnvironment): Promise<void> {
  await eventually('the server to have noticed', async () => {
    const [row] = await database.ask(`select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name = 'gatehouse'`)
    return row?.n === 0 || undefined
  })
  await database.ask('update tenants set created_at = created_at - 300000')
  await database.ask('update one_time_tokens set claimed_until = claimed_until - 60000')
  await database.ask('update outbox set leased_until = leased_until - 60000')
}
