import { isLoopbackHost, PortError, type PortFailure } from '@gatehouse/auth-core/ports'
import { Client, InappropriateAuthError, InvalidCredentialsError, ResultCodeError } from 'ldapts'

/** A directory, and where in it the tenants are. */
export interface DirectoryOptions {
  /** `ldaps://directory.example.com`; `ldap://` on this machine alone, as passwords would travel in the clear. */
  readonly url: string
  /** The entry below which everything is kept. It has to exist: `ou=gatehouse,dc=example,dc=com`. */
  readonly base: string
  /** May read and write everything below `base`. */
  readonly administrator: {
    /** The name of its entry. */
    readonly dn: string
    /** Its password. */
    readonly password: string
  }
  /** Milliseconds for a connection, and for each answer; 5000 unless given. */
  readonly timeoutMs?: number
}

/** A directory that is asked over a connection for each piece of work. */
export interface Directory {
  /** Does work as the administrator. @throws {PortError} Whatever fails. */
  asAdministrator<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  /** Whether this is the password of an entry. @param password Not empty. @throws {PortError} */
  isPasswordOf(dn: string, password: string): Promise<boolean>
}

/** @throws {TypeError} When passwords would travel in the clear. */
export function createDirectory(options: DirectoryOptions): Directory {
  const { administrator, timeoutMs = 5000, url } = options
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'ldaps:' && !isLoopbackHost(hostname)) {
    throw new TypeError('createLdapCredentialStore: url has to begin with ldaps://')
  }

  async function connected<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs })
    try {
      return await work(client)
    } catch (error) {
      throw inOurWords(error)
    } finally {
      await client.unbind().catch(() => undefined)
    }
  }

  return {
    asAdministrator: (work) =>
      connected(async (client) => {
        await client.bind(administrator.dn, administrator.password)
        return work(client)
      }),

    isPasswordOf: (dn, password) =>
      connected(async (client) => {
        // A bind with a name and no password succeeds, and proves nothing (RFC 4513, section 5.1.2).
        if (password === '') throw new RangeError('a bind needs a password')
        const refused = await client.bind(dn, password).then(() => undefined, refusalOf)
        return refused === undefined
      }),
  }
}

/** The directory's refusal of a password. @throws What it failed with otherwise. */
function refusalOf(error: unknown): Error {
  const isRefusal =
    error instanceof InvalidCredentialsError || error instanceof InappropriateAuthError
  if (isRefusal) return error
  throw error
}

/** Result codes (RFC 4511, appendix A) after which another try helps. */
const failures: Readonly<Record<number, PortFailure>> = {
  3: 'timeout',
  11: 'unavailable',
  51: 'unavailable',
  52: 'unavailable',
}

function inOurWords(error: unknown): unknown {
  const isBug = error instanceof TypeError || error instanceof RangeError
  if (error instanceof PortError || isBug) return error
  if (error instanceof ResultCodeError) {
    return new PortError('credential_store', failures[error.code] ?? 'rejected', error)
  }
  const isLate = error instanceof Error && /time(d )?out/i.test(error.message)
  return new PortError('credential_store', isLate ? 'timeout' : 'unavailable', error)
}
