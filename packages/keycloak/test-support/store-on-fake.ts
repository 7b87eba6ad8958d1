import {
  createKeycloakCredentialStore,
  type KeycloakCredentialStore,
  type Notice,
  type RealmAccounts,
} from '../src/index.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
  fakeToken,
  startFakeServer,
} from './fake-server.ts'
import { createMemoryRealmAccounts } from './memory-realm-accounts.ts'

/** A store on a server that answers whatever a test wants, with a clock that the test moves. */
export interface StoreOnFake {
  readonly store: KeycloakCredentialStore
  readonly accounts: RealmAccounts
  /** What the server was asked, in order. */
  readonly requests: readonly FakeRequest[]
  readonly server: FakeServer
  /** What the operator is told. */
  readonly notices: readonly Notice[]
  /** The users whose turn was taken, in order. */
  readonly leases: readonly string[]
  /** Seconds. */
  advance(seconds: number): void
}

/** What its clock says at first. */
export const start = new Date('2030-01-01T00:00:00Z')

/** Opens a store on new records. @param respond What the server answers. */
export async function openStoreOnFake(
  respond: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<StoreOnFake> {
  const server = await startFakeServer(respond)
  const accounts = createMemoryRealmAccounts()
  const notices: Notice[] = []
  const leases: string[] = []
  let now = start
  const store = createKeycloakCredentialStore({
    url: `${server.url}/`,
    clientId: 'gatehouse',
    clientSecret: 'secret of the gateway',
    realmAccounts: accounts,
    passwordLeases: {
      async take(credentialId) {
        leases.push(credentialId)
        return async () => {}
      },
    },
    clock: { now: () => now },
    concurrency: 200,
    onNotice: (notice) => notices.push(notice),
    // Nothing here is about how fast the machine is.
    timeoutSeconds: 60,
  })
  return {
    store,
    accounts,
    requests: server.requests,
    server,
    notices,
    leases,
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

/** Whether a request asks for a token. */
export const isGrant = ({ path }: FakeRequest): boolean => path.endsWith('/token')

/** The realm that a request is about. */
export const realmOf = ({ path }: FakeRequest): string => /\/realms\/([^/]+)/.exec(path)?.[1] ?? ''

/** Issues tokens that say for which realm they are. */
export function issue(request: FakeRequest): FakeAnswer {
  const token = fakeToken({ sub: 'account', iat: 1, realm: realmOf(request) })
  return { status: 200, body: { access_token: token, expires_in: 300 } }
}
