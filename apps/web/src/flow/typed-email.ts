import { createDraft } from './draft.ts'

const draft = createDraft('gatehouse.email', ['email'])

let last = draft.read().email ?? ''

/** The address that was typed last on this tab; empty if there is none. It goes from page to page. */
export function typedEmail(): string {
  return last
}

/** Notes an address as it is typed; kept over a reload. */
export function noteTypedEmail(email: string): void {
  last = email
  draft.keep({ email })
}

/** Keeps it in memory alone from now on. */
export function dropTypedEmail(): void {
  draft.drop()
}
