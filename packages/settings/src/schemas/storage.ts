import { normalize } from 'node:path'
import * as v from 'valibot'
import { isPercentEncoded } from './urls.ts'

/** The path of a folder, without a slash at its end. */
export const folder = v.pipe(
  v.string(),
  v.regex(/^[^\0]+$/),
  v.transform((path) => normalize(path).replace(/(?<=.)\/$/, '')),
  v.check((path) => path !== '/'),
  v.description('the path of a folder other than `/`'),
)

/** URL options that the driver knows; it would silently ignore unknown ones. */
const postgresOptions: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'uselibpqcompat',
  'host',
  'application_name',
  'options',
])

/** The address of the database for the records. */
export const databaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => !text.startsWith('sqlite://'),
    'must be `sqlite:<file>` with the path as it is, such as `sqlite:/var/lib/gatehouse.sqlite`',
  ),
  v.check(
    (text) => !/^postgres/i.test(text) || unknownOptions(text).length === 0,
    'must have no option but `sslmode`, `sslrootcert`, `sslcert`, `sslkey`, `uselibpqcompat`, `host`, `application_name` and `options`',
  ),
  v.check((text) => isSqlite(text) || isPostgres(text)),
  v.transform((text) =>
    isSqlite(text)
      ? { kind: 'sqlite' as const, file: text.slice('sqlite:'.length) }
      : { kind: 'postgres' as const, url: text },
  ),
  v.description('`sqlite:<file>` or `postgres://user:password@host:port/database`'),
)

function isSqlite(text: string): boolean {
  return /^sqlite:[^\0]+$/.test(text)
}

/** `user:password@`, host, port, one database, options. The URL parser accepts more. */
const postgresForm =
  /^postgres(?:ql)?:\/\/(?:[^\s\\/?#@]+@)?[A-Za-z0-9._:[\]-]+\/[^\s\\/?#]+(?:\?[^\s\\#]*)?$/

function isPostgres(text: string): boolean {
  if (!postgresForm.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname } = new URL(text)
  return [username, password, pathname].every(isPercentEncoded)
}

function unknownOptions(text: string): readonly string[] {
  const names = URL.canParse(text) ? [...new URL(text).searchParams.keys()] : []
  return names.filter((name) => !postgresOptions.has(name))
}
