import { service } from '../api/service.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import { readClaims } from '../session/claims.ts'
import type { MailedCode } from '../session/recent-login.ts'
import type { Session } from '../session/session.ts'
import { apiKey, session } from '../session/session-store.ts'

/** The result of loading the key. */
export type ApiKeyResult =
  /** The key is loaded. */
  | { readonly kind: 'loaded' }
  /** Another session has begun meanwhile. */
  | { readonly kind: 'moved_on' }
  /** The person has to prove who they are: by the code that was mailed, or by signing in again. */
  | { readonly kind: 'unproven'; readonly code?: MailedCode }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Loads the key for agents, which only full token answers contain: enters the same organization again, and
 * ends that second session at once.
 */
export async function loadApiKey({ claims, sessionToken, token }: Session): Promise<ApiKeyResult> {
  if (!sessionToken) return { kind: 'unproven' }
  const { tenantId, sid } = claims
  const answer = await service.selectTenant(sessionToken, tenantId)
  if (!answer.ok) {
    if (answer.error.code === 'session_token_invalid') return { kind: 'unproven' }
    return { kind: 'failed', message: sentenceOf(messages, answer.error) }
  }
  if (!('token' in answer.value)) {
    const isCode = 'requires_otp' in answer.value
    const code = isCode && { username: claims.username, sessionToken }
    return { kind: 'unproven', ...(code && { code }) }
  }
  const { api_key: key, ...profile } = answer.value.user
  // A logout would end the login too, and with it the session token that switches to other organizations.
  const second = readClaims(answer.value.token)
  if (second) void service.endSession(token, second.sid)
  const mine = session.peek()
  if (mine?.claims.sid !== sid) return { kind: 'moved_on' }
  apiKey.value = key
  session.value = { ...mine, profile, tenants: answer.value.available_tenants }
  return { kind: 'loaded' }
}
