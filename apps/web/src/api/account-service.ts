import type { ApiKeyEntry, Me, NewApiKey, ResentAnswer, SessionEntry } from './account-wire.ts'
import { type CallResult, call } from './call.ts'
import type { ListAnswer } from './wire.ts'

const get = <Value>(token: string, route: string): Promise<CallResult<Value>> =>
  call<Value>(`/api/auth/${route}`, { method: 'GET', token })

const post = <Value>(token: string, route: string, body?: unknown): Promise<CallResult<Value>> =>
  call<Value>(`/api/auth/${route}`, { token, ...(body !== undefined && { body }) })

const remove = (token: string, route: string, body?: unknown): Promise<CallResult<unknown>> =>
  call(`/api/auth/${route}`, { method: 'DELETE', token, ...(body !== undefined && { body }) })

/** The routes of one's own account, each with its access token. None ever rejects. */
export const accountService = {
  read: (token: string) => get<Me>(token, 'me'),
  rename: (token: string, body: { readonly first_name: string; readonly last_name: string }) =>
    call<Me>('/api/auth/me', { method: 'PATCH', body, token }),
  remove: (token: string, current_password: string) => remove(token, 'me', { current_password }),
  changePassword: (
    token: string,
    body: { readonly current_password: string; readonly new_password: string },
  ) => post<unknown>(token, 'change-password', body),
  changeEmail: (
    token: string,
    body: { readonly email: string; readonly current_password: string },
  ) => post<unknown>(token, 'change-email', body),
  resendVerification: (token: string) => post<ResentAnswer>(token, 'resend-verification'),

  listSessions: (token: string) => get<ListAnswer<SessionEntry>>(token, 'sessions'),
  /** Ends all sessions but the caller's. */
  endOtherSessions: (token: string) => remove(token, 'sessions'),

  listKeys: (token: string) => get<ListAnswer<ApiKeyEntry>>(token, 'api-keys'),
  /** @param body Without `expires_in_days` the key does not expire. */
  createKey: (token: string, body: { readonly name: string; readonly expires_in_days?: number }) =>
    post<NewApiKey>(token, 'api-keys', body),
  /** @param overlapHours Hours for which the old key still works. */
  rotateKey: (token: string, id: string, overlapHours: number) =>
    post<NewApiKey>(token, `api-keys/${encodeURIComponent(id)}/rotate`, {
      overlap_hours: overlapHours,
    }),
  revokeKey: (token: string, id: string) => remove(token, `api-keys/${encodeURIComponent(id)}`),
} as const
