import { normalize } from 'node:path'
import * as v from 'valibot'

/** The path of a folder, without a slash at its end. */
export const folder = v.pipe(
  v.string(),
  v.regex(/^[^\0]+$/),
  v.transform((path) => normalize(path).replace(/(?<=.)\/$/, '')),
  v.check((path) => path !== '/'),
  v.description('the path of a folder other than `/`'),
)

/** Where accounts are kept. */
export const databaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => !/^postgres(?:ql)?:/i.test(text),
    'must be `sqlite:<file>`; PostgreSQL is not supported in this version',
  ),
  v.check(
    (text) => !text.startsWith('sqlite://'),
    'must be `sqlite:<file>` with the path as it is, such as `sqlite:/var/lib/gatehouse.sqlite`',
  ),
  v.regex(/^sqlite:[^\0]+$/),
  v.transform((text) => ({ kind: 'sqlite' as const, file: text.slice('sqlite:'.length) })),
  v.description('`sqlite:<file>`'),
)
