import type { Me } from '../../api/account-wire.ts'

/** A part of the page of one's own account. */
export interface MySectionProps {
  /** The account as it is now. */
  readonly me: Me
  /** Called when the account has changed. */
  readonly onChanged: (me: Me) => void
}
