import { checkOwnPassword } from '../account/check-own-password.ts'
import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { isLastAdministrator } from './last-administrator.ts'
import { beginRemoval, finishRemoval, type RemovalBegun } from './removal.ts'

/** The request of an owner to delete their account. */
export interface DeleteMeCommand extends ActorCommand {
  /** The password that the account has now; any text. Secret. */
  readonly currentPassword: string
}

/** The account is deleted, in the credential store too. */
export interface AccountDeleted {
  /** The kind of this outcome. */
  readonly kind: 'account_deleted'
}

/**
 * Deletes the account of an access token, for good (`DELETE /api/auth/me`).
 *
 * Refusals: those of {@link authorize}; `last_administrator`; `invalid_credentials` for a wrong
 * password, which counts like a failed login; `overloaded`.
 *
 * @throws {PortError} When the credential store fails. Once the password is right the account is out
 *   all the same, and the jobs finish the removal.
 */
export async function deleteMe(
  ports: Ports,
  settings: AuthSettings,
  { currentPassword: password, ...command }: DeleteMeCommand,
): Promise<AccountDeleted | Refused> {
  const { from } = command
  const action = 'deleteMe'
  const asked = await authorize<Account | Refused>(ports, settings, {
    ...command,
    action,
    work: async (tx, { account }) =>
      (await isLastAdministrator(tx, account, null)) ? refused('last_administrator') : account,
  })
  if ('kind' in asked) return asked
  const makesKnown = asked.emailVerified
  const guess = { account: asked, password, from, makesKnown }
  const wrong = await checkOwnPassword(ports, settings, guess)
  if (wrong) return wrong
  const begun = await authorize<RemovalBegun | Refused>(ports, settings, {
    ...command,
    action,
    isAgain: true,
    async work(tx, { account }) {
      // A password that was replaced during the check proves nothing (T-14).
      const isSame = account.credentialVersion === asked.credentialVersion
      if (!isSame) return refused('invalid_credentials')
      return beginRemoval(ports, tx, { account, from, fact: { kind: 'account_deleted' } })
    },
  })
  if (begun.kind === 'refused') return begun
  await finishRemoval(ports, begun.account)
  return { kind: 'account_deleted' }
}
