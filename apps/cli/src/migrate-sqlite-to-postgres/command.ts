import type { Command } from '../command.ts'

/** `gatehouse migrate sqlite-to-postgres` */
export const migrateSqliteToPostgres: Command = {
  name: 'migrate sqlite-to-postgres',
  summary: 'moves everything from SQLite to an empty PostgreSQL, and compares each row',
  details: [
    'Gateways have to be stopped, and none starts on either database meanwhile. SQLite stays',
    'as it is. It may be killed and run again, and goes on where it was; a source that was',
    'changed since is moved from its beginning. Needs the settings of the gateway. Others can',
    'read what stands behind --to, so that TARGET_DATABASE_URL is the place for a password.',
    'Ends with 0 when everything is there, 1 when something differs, 2 when it was called',
    'wrongly, 3 when a database cannot be used as it is.',
  ],
  options: {
    from: { summary: 'the SQLite file, if not that of DATABASE_URL', value: 'FILE' },
    to: {
      summary: 'postgres://…; otherwise TARGET_DATABASE_URL, or DATABASE_URL if it is one',
      value: 'URL',
    },
    'dry-run': { summary: 'says what it would do, and changes nothing' },
    'verify-only': { summary: 'compares what is there, and changes nothing' },
    anew: { summary: 'removes what an earlier move has brought, and begins again' },
  },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
