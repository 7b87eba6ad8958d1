/** A test of an adapter under `docs/examples`, which runs under the runner of Node. */
export interface AdapterTest {
  /** What it is an adapter for. */
  readonly name: string
  /** Its file, from the folder of the examples. */
  readonly file: string
  /** A promise of its suite, so that it is known that the suite was run. */
  readonly promise: string
}

const passwords = 'T-34: CredentialStore: does as much work for nobody as for a wrong password'

/** Those that need nothing besides Node. */
export const plainAdapterTests: readonly AdapterTest[] = [
  {
    name: 'mails over HTTP',
    file: 'adapters/http-mail/http-mailer.contract.test.ts',
    promise: 'Mailer: hands over each of many mails sent at the same time',
  },
  {
    name: 'passwords in htpasswd files',
    file: 'adapters/htpasswd/htpasswd-credential-store.contract.test.ts',
    promise: passwords,
  },
]

/** The one that needs an OpenLDAP. */
export const ldapAdapterTest: AdapterTest = {
  name: 'passwords in a directory',
  file: 'adapters/ldap/ldap-credential-store.contract.test.ts',
  promise: passwords,
}

/** The one that needs a Redis. */
export const redisAdapterTest: AdapterTest = {
  name: 'counters in Redis',
  file: 'adapters/redis/redis-rate-limiter.contract.test.ts',
  promise: 'RateLimiter: allows exactly so many of any number that come at the same time',
}
