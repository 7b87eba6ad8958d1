// A service that signs somebody up and in, as a host would: run as it is, bundled, and on several releases of Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAdmission,
  createAuth,
  createLiveEndings,
  createLiveKeyRing,
  defaultAdmissionBounds,
  defaultSettings,
} from '@gatehouse/auth-core'
import {
  createNodeSecrets,
  createPasswordBlocklist,
  createSealer,
  createSystemClock,
  domainToAscii,
  isKnownSecret,
  loadOrCreateMasterKey,
} from '@gatehouse/crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import {
  createLocalCredentialStore,
  createSqliteRateLimiter,
  createSqlStore,
  migrate,
  openSqliteDatabase,
} from '@gatehouse/sql'

async function signUpAndIn(folder) {
  const settings = { ...defaultSettings, issuer: 'shop' }
  const masterKey = await loadOrCreateMasterKey({ file: join(folder, 'master.key') })
  const database = openSqliteDatabase({ file: join(folder, 'auth.sqlite') })
  await migrate(database)
  const base = {
    clock: createSystemClock(),
    secrets: createNodeSecrets({ masterKey }),
    store: createSqlStore(database, { sealer: createSealer({ masterKey }) }),
  }
  const keyRing = createLiveKeyRing(base, settings)
  await keyRing.reload()
  const endings = createLiveEndings(base)
  await endings.reload()
  const auth = createAuth(
    {
      ...base,
      credentialStore: createLocalCredentialStore(database),
      rateLimiter: createSqliteRateLimiter({ file: join(folder, 'limits.sqlite') }),
      oidcProviders: new Map(),
      tokenSigner: createJwtTokenSigner(),
      keyRing,
      endings,
      passwordBlocklist: createPasswordBlocklist(),
      admission: {
        check: createAdmission(defaultAdmissionBounds),
        set: createAdmission(defaultAdmissionBounds),
      },
      mailIsUp: () => true,
      sleep: async () => {},
      replicaId: '',
      domainToAscii,
    },
    settings,
  )
  const from = () => ({
    ...{ client: 'cli', network: '192.0.2.1', userAgent: '', requestId: '1' },
    receivedAt: base.clock.now(),
  })
  const person = { email: 'ada@example.com', username: 'ada', firstName: 'Ada', lastName: 'L' }
  const organization = { organizationName: 'engines', companyName: 'Engines Ltd' }
  const signUp = (password) => auth.signUp({ ...person, ...organization, password, from: from() })
  const weak = await signUp('password1')
  const signedUp = await signUp('lovelace-1843')
  const login = await auth.logIn({ email: person.email, password: 'lovelace-1843', from: from() })
  const holder =
    login.kind === 'authenticated' ? auth.authenticate(login.token, base.clock.now()) : login
  await database.close()
  return [weak.kind, signedUp.kind, holder.kind, holder.claims?.username, isKnownSecret('secret')]
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-flow-'))
void signUpAndIn(folder)
  .then((seen) => console.log(seen.join(' ')))
  .finally(() => rmSync(folder, { recursive: true }))
