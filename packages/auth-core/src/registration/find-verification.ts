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
  /** The address of the account, or one that it is to have. */
  readonly purpose: (typeof purposes)[number]
  /** The address that it confirms, as the person gave it. */
  readonly email: string
}

/** What a token confirms, if it is good. Its purpose is found out here; each is good for its own alone. */
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
