import { type ActorCommand, type Authorized, authorize } from '../authorization/authorize.ts'
import { earlier, secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { ApiKey } from '../records/api-key.ts'
import { requestEvent } from '../records/audit.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import {
  findLiveKey,
  firstKeyId,
  firstKeyOf,
  liveKeysOf,
  maxApiKeys,
  type ShownKey,
} from './api-keys.ts'

/** The access token of an account, and the key to replace. */
export interface RotateApiKeyCommand extends ActorCommand {
  /** `ApiKey.id`, or `first`; any text. */
  readonly id: string
  /** Hours for which the replaced key still works: a whole number, 0 to 720. */
  readonly overlapHours: number
}

/** A key was replaced. */
export interface ApiKeyRotated {
  /** The kind of this outcome. */
  readonly kind: 'api_key_rotated'
  /** The new key with its text, which is shown once. It has a new id, unless it is the first key. */
  readonly key: ShownKey
}

/** For how many hours a replaced key may work on. */
export const overlapConstraints = { type: 'integer', minimum: 0, maximum: 720 } as const

/**
 * Replaces one of one's own API keys (`POST /api/auth/api-keys/{id}/rotate`). The new key gets the full
 * lifetime of the old one. During the overlap the old key still works, as a further key; an old first key
 * becomes a further key with the name `first`.
 *
 * Invalid: `overlapHours` breaks a rule, or the largest number of keys is reached. Refusals: those of {@link
 * authorize}; `not_found`, also for a key of another account, and for an expired one.
 */
export function rotateApiKey(
  ports: Ports,
  settings: AuthSettings,
  { token, from, id, overlapHours }: RotateApiKeyCommand,
): Promise<ApiKeyRotated | Invalid | Refused> {
  return authorize<ApiKeyRotated | Invalid | Refused>(ports, settings, {
    token,
    from,
    action: 'rotateApiKey',
    async work(tx, by) {
      const { account, tenant } = by
      const now = ports.clock.now()
      if (!isOverlap(overlapHours)) return invalid('range', 'An overlap is 0 to 720 whole hours.')
      if (overlapHours > 0 && (await liveKeysOf(tx, account, now)).length >= maxApiKeys) {
        return invalid('too_many', 'You have 20 further keys. Revoke one, or replace it at once.')
      }
      const rotation = { tx, by, id, now, until: secondsAfter(now, overlapHours * 3600) }
      const rotate = id === firstKeyId ? rotateFirst : rotateFurther
      const key = await rotate(ports, rotation)
      if (!key) return refused('not_found')
      const detail = { key: id, overlap_hours: String(overlapHours) }
      const subject = { accountId: account.id, tenantId: tenant.id, detail }
      await tx.auditLog.record(requestEvent(from, { kind: 'api_key_rotated', ...subject }))
      return { kind: 'api_key_rotated', key }
    },
  })
}

interface Rotation {
  readonly tx: Transaction
  readonly by: Pick<Authorized, 'account'>
  readonly id: string
  readonly now: Date
  /** The end of the overlap, until which the old key works. */
  readonly until: Date
}

async function rotateFirst(
  { secrets }: Pick<Ports, 'secrets'>,
  { tx, by: { account }, now, until }: Rotation,
): Promise<ShownKey | undefined> {
  if (account.apiKey === '') return undefined
  const text = secrets.apiKey()
  const renewed = { ...account, apiKey: text, apiKeyLastUsedAt: null }
  await tx.accounts.update(renewed)
  const old: ApiKey = {
    id: secrets.id(),
    accountId: account.id,
    name: firstKeyId,
    createdAt: now,
    expiresAt: until,
    lastUsedAt: account.apiKeyLastUsedAt,
  }
  if (now < until) await tx.apiKeys.insert(old, account.apiKey)
  return { ...firstKeyOf(renewed), text }
}

async function rotateFurther(
  { secrets }: Pick<Ports, 'secrets'>,
  { tx, by: { account }, id, now, until }: Rotation,
): Promise<ShownKey | undefined> {
  const old = await findLiveKey(tx, account, { id, now })
  if (!old) return undefined
  const { createdAt, expiresAt } = old
  const lifetime = expiresAt && (expiresAt.getTime() - createdAt.getTime()) / 1000
  const text = secrets.apiKey()
  const renewed: ApiKey = {
    id: secrets.id(),
    accountId: account.id,
    name: old.name,
    createdAt: now,
    expiresAt: lifetime === null ? null : secondsAfter(now, lifetime),
    lastUsedAt: null,
  }
  await tx.apiKeys.insert(renewed, text)
  if (now < until) {
    await tx.apiKeys.update({ ...old, expiresAt: expiresAt ? earlier(expiresAt, until) : until })
  } else await tx.apiKeys.remove(old.id)
  return { ...renewed, text }
}

function isOverlap(hours: number): boolean {
  const { minimum, maximum } = overlapConstraints
  return Number.isSafeInteger(hours) && hours >= minimum && hours <= maximum
}

function invalid(rule: string, message: string): Invalid {
  return { kind: 'invalid', errors: [{ field: 'overlapHours', rule, message }] }
}
