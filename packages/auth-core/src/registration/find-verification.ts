import {
  findValidToken,
  type MailedToken,
  type ValidToken,
} from '../account/lease-one-time-token.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'

const purposes = [
  'verify_email',
  'change_email',
] as const satisfies readonly MailedToken['purpose'][]

/** What the token of a mail confirms. */
export interface Verification extends ValidToken {
  /** Whether it confirms the current address of the account, or a new one. */
  readonly purpose: (typeof purposes)[number]
  /** The address that it confirms, as the person typed it. */
  readonly email: string
}

/** Finds what a valid token confirms. Tries each purpose, since a token is only valid for its own. */
export async function findVerification(
  ports: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  value: string,
): Promise<Verification | undefined> {
  for (const purpose of purposes) {
    const found = await findValidToken(ports, tx, { purpose, value })
    if (!found) continue
    const { email, pendingEmail } = found.account
    const confirmed = purpose === 'change_email' ? pendingEmail : email
    return confirmed === null ? undefined : { ...found, purpose, email: confirmed }
  }
  return undefined
}
