import { signal } from '@preact/signals'
import type { Invitation, Member } from '../../api/organization-wire.ts'

/** The dialog that is open over the list. */
export type Question =
  | { readonly kind: 'invite' }
  | {
      readonly kind: 'change' | 'end_sessions' | 'disable' | 'remove' | 'last'
      readonly member: Member
    }
  | { readonly kind: 'revoke'; readonly invitation: Invitation }

/** Set while a dialog is open. */
export const question = signal<Question | undefined>(undefined)

/** Opens a dialog; without an argument, closes it. */
export function askAbout(next?: Question): void {
  question.value = next
}
