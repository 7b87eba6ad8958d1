import { randomBytes, randomUUID } from 'node:crypto'
import type { Sealer } from '@gatehouse/sql'
import { apiKeyLookup, sealedFor } from '@gatehouse/sql/testing'
import { emailOf, personOf, tenantOf } from './people.ts'

/** One row, by the names of its columns. */
export type Row = Readonly<Record<string, string | number | null>>

/** What a database is filled with. */
export interface FillPlan {
  readonly accounts: number
  readonly sealer: Sealer
  /** All accounts have the same password. */
  readonly passwordHash: string
  /** Epoch milliseconds; everything happened in the days before. */
  readonly now: number
}

const day = 24 * 3600 * 1000

/** How long ago all sessions began, and their tokens were issued. */
export const sessionAgeMs = 2 * 3600 * 1000

/** One account in so many had a mail in the last day. */
const accountsPerMail = 20

/** An organization. */
export function tenantRow(tenant: number, { now }: FillPlan): Row {
  return {
    id: tenantIdOf(tenant),
    name: `Organization ${tenant}`,
    standing: 'active',
    reservation: randomId(),
    reserved_by: '',
    otp_enabled: 1,
    created_at: firstMoment(now),
  }
}

/** An account. Its number is how many milliseconds after the first one it was made. */
export function accountRow(number: number, { accounts, now, sealer }: FillPlan): Row {
  const id = randomId()
  const email = emailOf(personOf(number))
  const apiKey = `ghk_${randomBytes(32).toString('base64url')}`
  return {
    id,
    tenant_id: tenantIdOf(tenantOf(number, accounts)),
    username: `user${number}`,
    email,
    email_canonical: email,
    email_verified: 1,
    first_name: 'Ada',
    last_name: 'Lovelace',
    role: 'user',
    machine_role: '',
    groups: '[]',
    api_key: sealer.seal(apiKey, sealedFor.apiKey(id)),
    api_key_hash: sealer.lookupHashes(apiKey, apiKeyLookup)[0],
    credential_id: randomUUID(),
    credential_version: 1,
    standing: 'active',
    created_at: firstMoment(now) + number,
  }
}

/** When the first account was made, in epoch milliseconds. */
export function firstMoment(now: number): number {
  return now - 30 * day
}

/** Mails of the last day, that are sent and not yet removed. */
export function mailRows(accounts: readonly Row[], { now, sealer }: FillPlan): readonly Row[] {
  const at = now - sessionAgeMs
  return accounts
    .filter((_, place) => place % accountsPerMail === 0)
    .map(({ id: account_id = null }) => {
      const id = randomId()
      return {
        id,
        account_id,
        kind: 'otp',
        content: sealer.seal(mailContent, sealedFor.mail(id)),
        created_at: at,
        not_after: at + 300_000,
        attempts: 0,
        due_at: at,
        leased_until: null,
        settled_at: at + 1000,
        reason: null,
      }
    })
}

const mailContent = JSON.stringify({
  kind: 'otp',
  to: 'person@example.com',
  organization: 'Organization',
  code: '000000',
  minutes: 5,
})

function tenantIdOf(tenant: number): string {
  return `organization-${tenant}`
}

/** As the gateway's own identifiers. */
function randomId(): string {
  return randomBytes(16).toString('hex')
}
