import { service } from '../api/service.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import type { Session } from '../session/session.ts'
import { apiKey, session } from '../session/session-store.ts'
import { proceed } from './proceed.ts'

/** The result of loading the key. */
export type ApiKeyResult =
  /** The key is loaded. */
  | { readonly kind: 'loaded' }
  /** Another page was opened: for a code, or for another session. */
  | { readonly kind: 'moved_on' }
  /** The session token is missing or has expired: the person has to sign in again. */
  | { readonly kind: 'too_late' }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Loads the key for agents, which only full token answers contain: enters the same organization again, and
 * ends that second session at once. Where codes are required, the person enters one first.
 */
export async function loadApiKey({
  claims,
  sessionToken,
  tenants,
}: Session): Promise<ApiKeyResult> {
  if (!sessionToken) return { kind: 'too_late' }
  const { tenantId, sid } = claims
  const answer = await service.selectTenant(sessionToken, tenantId)
  if (!answer.ok) {
    if (answer.error.code === 'session_token_invalid') return { kind: 'too_late' }
    return { kind: 'failed', message: sentenceOf(messages, answer.error) }
  }
  if (!('token' in answer.value)) {
    proceed(answer.value, { sessionToken, tenantId, ...(tenants && { tenants }) })
    return { kind: 'moved_on' }
  }
  const { api_key: key, ...profile } = answer.value.user
  void service.logOut(answer.value.token)
  const mine = session.peek()
  if (mine?.claims.sid !== sid) return { kind: 'moved_on' }
  apiKey.value = key
  session.value = { ...mine, profile, tenants: answer.value.available_tenants }
  return { kind: 'loaded' }
}
