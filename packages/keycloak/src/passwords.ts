import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialUser, PasswordCheck } from '@gatehouse/auth-core/ports'
import { readAccessToken } from './access-token.ts'
import { fault } from './failure.ts'
import { inRealm } from './in-realm.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { whileLeased } from './password-leases.ts'
import type { RealmAccount } from './realm-account.ts'
import { loginClientId } from './realm-template.ts'
import type { ClientCredentials, GrantOutcome } from './token-endpoint.ts'

/** Checks passwords by the grant for resource owner passwords (RFC 6749, section 4.3). */
export interface Passwords {
  /**
   * Checks the password of a user, one check of the same user at a time.
   *
   * @throws {PortError} When Keycloak cannot tell, or too many wait for the same user.
   */
  check(account: RealmAccount, user: CredentialUser, password: string): Promise<PasswordCheck>

  /**
   * Does the work of a refused check, for a user who does not exist.
   *
   * @returns Whether the realm exists.
   */
  checkNobody(account: RealmAccount, password: string): Promise<boolean>
}

interface PasswordAttempt {
  readonly account: RealmAccount
  readonly user: CredentialUser
  readonly password: string
}

type PasswordAttemptOutcome =
  | { readonly kind: 'accepted'; readonly groups: readonly string[] }
  /** The password is wrong, or was not checked. */
  | { readonly kind: 'refused' }
  /** No password can be right: the user is disabled, or is not the one in our records. */
  | { readonly kind: 'closed' }

/** Checks that may wait for one user: enough for the machines that share one account; more are an attack. */
const maxWaitingPerUser = 16

/**
 * The pause before each attempt, in milliseconds. Another attempt is made when the password was not checked.
 */
const pausesMs = [0, 200, 400, 800]

/** Creates a password check with the login clients of the realms. */
export function createPasswords(connection: KeycloakConnection): Passwords {
  const mutex = createKeyedMutex(maxWaitingPerUser)

  async function attemptUntilChecked(attempt: PasswordAttempt): Promise<PasswordAttemptOutcome> {
    for (const pauseMs of pausesMs) {
      // Random, so that two processes that collided once do not collide again.
      await sleep(pauseMs * (0.5 + Math.random()))
      const beganAt = performance.now()
      const outcome = await attemptOnce(connection, attempt)
      if (outcome.kind !== 'refused') return outcome
      if (!(await wasUnchecked(connection, attempt, beganAt))) return outcome
    }
    // For a user who does not exist, no password is checked and none is right.
    if (!(await isThere(connection, attempt))) return { kind: 'closed' }
    // A password that was not checked must not count as wrong.
    throw fault('unavailable', 'others were signing in as the same user each time')
  }

  return {
    // Keycloak refuses a sign-in while the same user is signing in already. The mutex keeps that
    // from happening in this process, and the lease in all that share our records; for whoever else
    // signs in there are further attempts.
    async check(account, user, password) {
      const attempt = { account, user, password }
      const { credentialId } = user
      const outcome = await mutex.runExclusive(credentialId, (isAgain) =>
        whileLeased(connection.passwordLeases, { credentialId, isAgain }, () =>
          attemptUntilChecked(attempt),
        ),
      )
      if (outcome.kind === 'accepted') return { accepted: true, groups: outcome.groups }
      return { accepted: false }
    },

    async checkNobody(account, password) {
      const id = randomUUID()
      const user = { tenantId: account.realm, credentialId: id, username: `nobody-${id}` }
      const attempt = { account, user, password }
      return whileLeased(
        connection.passwordLeases,
        { credentialId: id, isAgain: false },
        async () => {
          const outcome = await attemptOnce(connection, attempt)
          if (outcome.kind !== 'refused') return false
          await wasUnchecked(connection, attempt, performance.now())
          return true
        },
      )
    },
  }
}

async function attemptOnce(
  connection: KeycloakConnection,
  attempt: PasswordAttempt,
): Promise<PasswordAttemptOutcome> {
  const { tokens, quick, notify } = connection
  const { realm, secrets } = attempt.account
  const client = { realm, clientId: loginClientId, clientSecret: secrets.login }
  const { username } = attempt.user
  const { password } = attempt
  const outcome = await quick.run(realm, () =>
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
  { notify }: KeycloakConnection,
  { account: { realm }, user }: PasswordAttempt,
  accessToken: string,
): PasswordAttemptOutcome {
  const { sub, groups } = readAccessToken(accessToken)
  if (sub === user.credentialId) return { kind: 'accepted', groups }
  notify({ kind: 'account_replaced', realm })
  return { kind: 'closed' }
}

function toRefused(
  { notify }: KeycloakConnection,
  realm: string,
  description: string,
): PasswordAttemptOutcome {
  if (/not fully set up/i.test(description)) {
    notify({ kind: 'account_not_set_up', realm })
    return { kind: 'closed' }
  }
  return { kind: /disabled/i.test(description) ? 'closed' : 'refused' }
}

/** Ends the session, which is not needed: every password check in Keycloak opens one (T-32). */
async function endSession(
  { tokens, quick, notify }: KeycloakConnection,
  client: ClientCredentials,
  { refreshToken }: Extract<GrantOutcome, { kind: 'granted' }>,
): Promise<void> {
  if (refreshToken === undefined) return
  try {
    await quick.run(client.realm, () => tokens.endSession(client, refreshToken))
  } catch {
    notify({ kind: 'session_left', realm: client.realm })
  }
}

/** Milliseconds before the second look: much less than a lock, which lasts at least a minute. */
const secondLookMs = 200

/**
 * Whether an attempt was refused without checking its password. Keycloak's answer does not tell, but its
 * count of failures does: only wrong passwords increase it.
 *
 * @param beganAt When the attempt began, by the clock of `performance`.
 */
async function wasUnchecked(
  connection: KeycloakConnection,
  attempt: PasswordAttempt,
  beganAt: number,
): Promise<boolean> {
  const first = await readFailureCount(connection, attempt, beganAt)
  if (!first.isLocked) return first.isUnchanged
  // Under load, Keycloak has reported users as locked for a moment without a reason.
  await sleep(secondLookMs)
  const second = await readFailureCount(connection, attempt, beganAt)
  if (!second.isLocked) return second.isUnchanged
  connection.notify({ kind: 'account_locked', realm: attempt.account.realm })
  return false
}

/** Whether the realm has the user of our records, under the same name. */
function isThere(
  connection: KeycloakConnection,
  { account, user: { credentialId: id, username } }: PasswordAttempt,
): Promise<boolean> {
  const { realm } = account
  return inRealm(connection, account, async (admin) => {
    const found = await admin.users.findOne({ realm, id })
    return found?.username?.toLowerCase() === username.toLowerCase()
  })
}

interface FailureCount {
  readonly isLocked: boolean
  /** Whether no failure has been counted since the attempt. */
  readonly isUnchanged: boolean
}

function readFailureCount(
  connection: KeycloakConnection,
  { account, user }: PasswordAttempt,
  beganAt: number,
): Promise<FailureCount> {
  const { realm } = account
  return inRealm(connection, account, async (admin, accessToken) => {
    const elapsed = performance.now() - beganAt
    const found = await admin.attackDetection.findOne({ realm, id: user.credentialId })
    // By Keycloak's own clock, which a token shows in seconds.
    const begun = readAccessToken(accessToken).issuedAt.getTime() - elapsed - 1000
    return {
      isLocked: found?.disabled === true,
      isUnchanged: !(Number(found?.lastFailure ?? 0) >= begun),
    }
  })
}
