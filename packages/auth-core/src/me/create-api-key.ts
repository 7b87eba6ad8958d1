import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import { parseDisplayName } from '../identity/display-name.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { FieldError, Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { liveKeysOf, maxApiKeys, type ShownKey } from './api-keys.ts'

/** The access token of an account, and the properties of its new key. */
export interface CreateApiKeyCommand extends ActorCommand {
  /** The name that the person gives the key, 1 to 100 characters. */
  readonly name: string
  /** Days until the key expires, 1 to 3650; unless given, it does not expire. */
  readonly expiresInDays?: number | undefined
}

/** A key was made. */
export interface ApiKeyCreated {
  /** The kind of this outcome. */
  readonly kind: 'api_key_created'
  /** The key with its text, which is shown once. */
  readonly key: ShownKey
}

const secondsPerDay = 86_400

/** For how many days a key may be made. */
export const lifetimeConstraints = { type: 'integer', minimum: 1, maximum: 3650 } as const

/**
 * Creates a further API key for one's own account (`POST /api/auth/api-keys`).
 *
 * Invalid: every field that breaks a rule; `name` when the account has the largest number of keys. Refusals:
 * those of {@link authorize}.
 */
export function createApiKey(
  ports: Ports,
  settings: AuthSettings,
  command: CreateApiKeyCommand,
): Promise<ApiKeyCreated | Invalid | Refused> {
  const { token, from, name, expiresInDays } = command
  return authorize<ApiKeyCreated | Invalid>(ports, settings, {
    token,
    from,
    action: 'createApiKey',
    async work(tx, { account, tenant }) {
      const createdAt = ports.clock.now()
      const errors = brokenRules(command)
      const isFull = (await liveKeysOf(tx, account, createdAt)).length >= maxApiKeys
      if (errors.length > 0 || isFull) {
        return { kind: 'invalid', errors: errors.length > 0 ? errors : [tooMany] }
      }
      const expiresAt =
        expiresInDays === undefined ? null : secondsAfter(createdAt, expiresInDays * secondsPerDay)
      const id = ports.secrets.id()
      const key = { id, accountId: account.id, name, createdAt, expiresAt, lastUsedAt: null }
      const text = ports.secrets.apiKey()
      await tx.apiKeys.insert(key, text)
      const subject = { accountId: account.id, tenantId: tenant.id, detail: { key: id } }
      await tx.auditLog.record(requestEvent(from, { kind: 'api_key_created', ...subject }))
      return { kind: 'api_key_created', key: { ...key, text } }
    },
  })
}

function brokenRules({ name, expiresInDays }: CreateApiKeyCommand): readonly FieldError[] {
  const errors: FieldError[] = []
  const named = parseDisplayName(name)
  if (!named.ok) errors.push({ field: 'name', rule: named.rule, message: named.message })
  if (expiresInDays !== undefined && !isLifetime(expiresInDays)) {
    const message = 'A key lasts 1 to 3650 whole days.'
    errors.push({ field: 'expiresInDays', rule: 'range', message })
  }
  return errors
}

function isLifetime(days: number): boolean {
  const { minimum, maximum } = lifetimeConstraints
  return Number.isSafeInteger(days) && days >= minimum && days <= maximum
}

const tooMany: FieldError = {
  field: 'name',
  rule: 'too_many',
  message: 'You have 20 further keys, which is the most. Revoke one first.',
}
