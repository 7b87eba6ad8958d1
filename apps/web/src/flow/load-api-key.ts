import { service } from '../api/service.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import type { Session } from '../session/session.ts'
import { apiKey, session } from '../session/session-store.ts'
import { proceed } from './proceed.ts'

/**
 * Gets the key for agents, which is only in full token answers: by entering the same organization
 * once more, and ending that second session at once. Where codes are asked for, the person enters
 * one first.
 *
 * @returns `known`, `too_late`, or a sentence that says why not.
 */
export async function loadApiKey({ claims, sessionToken, tenants }: Session): Promise<string> {
  if (!sessionToken) return 'too_late'
  const { tenantId, sid } = claims
  const answer = await service.selectTenant(sessionToken, tenantId)
  if (!answer.ok) {
    const { code } = answer.apiError
    return code === 'session_token_invalid' ? 'too_late' : sentenceOf(messages, answer.apiError)
  }
  if (!('token' in answer.value)) {
    proceed(answer.value, { sessionToken, tenantId, ...(tenants && { tenants }) })
    return ''
  }
  const { api_key: key, ...profile } = answer.value.user
  void service.logOut(answer.value.token)
  const mine = session.peek()
  if (mine?.claims.sid !== sid) return ''
  apiKey.value = key
  session.value = { ...mine, profile, tenants: answer.value.available_tenants }
  return 'known'
}
