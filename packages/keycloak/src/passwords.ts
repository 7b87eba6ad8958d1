import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialUser, PasswordCheck } from '@gatehouse/auth-core/ports'
import { readAccessToken } from './access-token.ts'
import type { Connection } from './connection.ts'
import { fault } from './failure.ts'
import { inRealm } from './in-realm.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import type { RealmAccount } from './realm-account.ts'
import { loginClientId } from './realm-template.ts'
import type { ClientCredentials, GrantOutcome } from './token-endpoint.ts'

/** Checks passwords by the grant that is made for it (RFC 6749, section 4.3). */
export interface Passwords {
  check(account: RealmAccount, user: CredentialUser, password: string): Promise<PasswordCheck>

  /** Does what a refused check does. @returns Whether there was a realm to do it in. */
  checkNobody(account: RealmAccount, password: string): Promise<boolean>
}

/** One question to Keycloak. */
interface Attempt {
  readonly account: RealmAccount
  readonly user: CredentialUser
  readonly password: string
}

type AttemptOutcome =
  | { readonly kind: 'accepted'; readonly groups: readonly string[] }
  /** The password is wrong, or was not looked at. */
  | { readonly kind: 'refused' }
  /** No password would have been right. */
  | { readonly kind: 'closed' }

/** Enough for a family behind one account; what is more is an attack. */
const maxWaitingPerUser = 16

/** Before each attempt: the next is made when the one before was not looked at. */
const pausesMs = [0, 200, 400, 800]

export function createPasswords(connection: Connection): Passwords {
  const turns = createKeyedMutex(maxWaitingPerUser)

  async function attemptUntilSeen(attempt: Attempt): Promise<AttemptOutcome> {
    for (const pauseMs of pausesMs) {
      // At random, or two who met once would meet again.
      await sleep(pauseMs * (0.5 + Math.random()))
      const askedAt = performance.now()
      const outcome = await attemptOnce(connection, attempt)
      if (outcome.kind !== 'refused') return outcome
      if (!(await wasNotLookedAt(connection, attempt, askedAt))) return outcome
    }
    // A password that was not looked at is not a wrong one.
    throw fault('unavailable', 'others were signing in as the same user each time')
  }

  return {
    // Keycloak turns down whoever comes while the same user is signing in already. In this process
    // nobody does; another replica may, and for that there are further attempts.
    async check(account, user, password) {
      const attempt = { account, user, password }
      const outcome = await turns.take(user.credentialId, () => attemptUntilSeen(attempt))
      if (outcome.kind === 'accepted') return { accepted: true, groups: outcome.groups }
      return { accepted: false }
    },

    async checkNobody(account, password) {
      const id = randomUUID()
      const user = { tenantId: account.realm, credentialId: id, username: `nobody-${id}` }
      const outcome = await attemptOnce(connection, { account, user, password })
      if (outcome.kind !== 'refused') return false
      await wasNotLookedAt(connection, { account, user, password }, performance.now())
      return true
    },
  }
}

async function attemptOnce(connection: Connection, attempt: Attempt): Promise<AttemptOutcome> {
  const { tokens, quick, notify } = connection
  const { realm, secrets } = attempt.account
  const client = { realm, clientId: loginClientId, clientSecret: secrets.login }
  const { username } = attempt.user
  const { password } = attempt
  const outcome = await quick.run(() =>
    tokens.grant(client, { grant_type: 'password', username, password }),
  )
  switch (outcome.kind) {
    case 'granted':
      await endSession(connection, client, outcome)
      return toAccepted(connection, attempt, outcome.accessToken)
    case 'refused':
      return toRefused(connection, realm, outcome.description)
    case 'realm_unknown':
      notify({ kind: 'realm_missing', realm })
      return { kind: 'closed' }
    case 'client_unknown':
      notify({ kind: 'realm_refuses_us', realm })
      throw fault('rejected', `the realm ${realm} does not know the client that checks passwords`)
  }
}

function toAccepted(
  { notify }: Connection,
  { account: { realm }, user }: Attempt,
  accessToken: string,
): AttemptOutcome {
  const { sub, groups } = readAccessToken(accessToken)
  if (sub === user.credentialId) return { kind: 'accepted', groups }
  notify({ kind: 'account_replaced', realm })
  return { kind: 'closed' }
}

function toRefused({ notify }: Connection, realm: string, description: string): AttemptOutcome {
  if (/not fully set up/i.test(description)) {
    notify({ kind: 'account_not_set_up', realm })
    return { kind: 'closed' }
  }
  return { kind: /disabled/i.test(description) ? 'closed' : 'refused' }
}

/** Nobody needs the session: it was made because there is no other way to ask (T-32). */
async function endSession(
  { tokens, quick, notify }: Connection,
  client: ClientCredentials,
  { refreshToken }: Extract<GrantOutcome, { kind: 'granted' }>,
): Promise<void> {
  if (refreshToken === undefined) return
  try {
    await quick.run(() => tokens.endSession(client, refreshToken))
  } catch {
    notify({ kind: 'session_left', realm: client.realm })
  }
}

/** Much less than the minute that a lock lasts at least. */
const secondLookMs = 200

/**
 * Whether a refused attempt was turned down unseen. Keycloak's answer does not tell; its count of
 * failures does, since it holds only those whose password was wrong.
 *
 * @param askedAt When the attempt began, by the clock of `performance`.
 */
async function wasNotLookedAt(
  connection: Connection,
  attempt: Attempt,
  askedAt: number,
): Promise<boolean> {
  const first = await lookAtFailures(connection, attempt, askedAt)
  if (!first.isDisabled) return first.wasUnseen
  // Under load Keycloak has called a user disabled for a moment whom nothing had locked.
  await sleep(secondLookMs)
  const second = await lookAtFailures(connection, attempt, askedAt)
  if (!second.isDisabled) return second.wasUnseen
  connection.notify({ kind: 'account_locked', realm: attempt.account.realm })
  return false
}

interface Failures {
  readonly isDisabled: boolean
  /** Whether none has been counted since the attempt. */
  readonly wasUnseen: boolean
}

function lookAtFailures(
  connection: Connection,
  { account, user }: Attempt,
  askedAt: number,
): Promise<Failures> {
  const { realm } = account
  return inRealm(connection, account, async (admin, accessToken) => {
    const elapsed = performance.now() - askedAt
    const found = await admin.attackDetection.findOne({ realm, id: user.credentialId })
    // By Keycloak's own clock, of which a token tells the second.
    const begun = readAccessToken(accessToken).issuedAt.getTime() - elapsed - 1000
    return {
      isDisabled: found?.disabled === true,
      wasUnseen: !(Number(found?.lastFailure ?? 0) >= begun),
    }
  })
}
