import type { Invalid, Refused } from '../refusal.ts'
import type { ChangeEmailCommand, EmailChangeRequested } from './change-email.ts'
import type { ChangePasswordCommand, PasswordChanged } from './change-password.ts'
import type { ApiKeyCreated, CreateApiKeyCommand } from './create-api-key.ts'
import type {
  EndOtherSessionsCommand,
  EndSessionCommand,
  OtherSessionsEnded,
  SessionEnded,
} from './end-sessions.ts'
import type { ApiKeysListed, ListApiKeysQuery } from './list-api-keys.ts'
import type { ListSessionsQuery, SessionsListed } from './list-sessions.ts'
import type { ChangeMeCommand, MeRead, ReadMeQuery } from './me.ts'
import type { ApiKeyRevoked, RevokeApiKeyCommand } from './revoke-api-key.ts'
import type { ApiKeyRotated, RotateApiKeyCommand } from './rotate-api-key.ts'

/**
 * The use cases on one's own account, one method each. Every method takes an access token, and acts on the
 * token's account alone.
 *
 * Refusals of each: `token_invalid`, `token_expired`, `session_ended`, `token_stale`, `forbidden`,
 * `rate_limited`.
 */
export interface MyAccount {
  /** The account of an access token (`GET /api/auth/me`). */
  readMe(query: ReadMeQuery): Promise<MeRead | Refused>

  /**
   * Changes the names of an access token's account (`PATCH /api/auth/me`).
   *
   * Invalid: every field that breaks a rule.
   *
   * @throws {PortError} When the credential store cannot keep them; nothing has changed then.
   */
  changeMe(command: ChangeMeCommand): Promise<MeRead | Invalid | Refused>

  /**
   * Replaces the password of an access token's account (`POST /api/auth/change-password`). All other
   * sessions end.
   *
   * Invalid: `newPassword` breaks a rule. Refusals, too: `invalid_credentials`, `overloaded`.
   *
   * @throws {PortError} When the credential store cannot be asked, or cannot set it.
   */
  changePassword(command: ChangePasswordCommand): Promise<PasswordChanged | Invalid | Refused>

  /**
   * Mails a link to the new address of an access token's account (`POST /api/auth/change-email`). Nothing
   * changes until `verifyEmail` confirms it.
   *
   * Invalid: `email` breaks a rule, or is the current address. Further refusals: `invalid_credentials`,
   * `already_member`, `overloaded`.
   *
   * @throws {PortError} When the credential store cannot be asked.
   */
  changeEmail(command: ChangeEmailCommand): Promise<EmailChangeRequested | Invalid | Refused>

  /** The sessions of an access token's account that go on (`GET /api/auth/sessions`). */
  listSessions(query: ListSessionsQuery): Promise<SessionsListed | Refused>

  /**
   * Ends a session of an access token's account (`DELETE /api/auth/sessions/{id}`).
   *
   * Refusals, too: `not_found`.
   */
  endSession(command: EndSessionCommand): Promise<SessionEnded | Refused>

  /** Ends all sessions of an access token's account but its own (`DELETE /api/auth/sessions`). */
  endOtherSessions(command: EndOtherSessionsCommand): Promise<OtherSessionsEnded | Refused>

  /** The API keys of an access token's account (`GET /api/auth/api-keys`). */
  listApiKeys(query: ListApiKeysQuery): Promise<ApiKeysListed | Refused>

  /**
   * Makes a further API key of an access token's account (`POST /api/auth/api-keys`).
   *
   * Invalid: every field that breaks a rule, or as many keys as may be.
   */
  createApiKey(command: CreateApiKeyCommand): Promise<ApiKeyCreated | Invalid | Refused>

  /**
   * Replaces an API key of an access token's account (`POST /api/auth/api-keys/{id}/rotate`).
   *
   * Invalid: `overlapHours` breaks a rule, or the largest number of keys is reached. Further refusals:
   * `not_found`.
   */
  rotateApiKey(command: RotateApiKeyCommand): Promise<ApiKeyRotated | Invalid | Refused>

  /**
   * Revokes an API key of an access token's account (`DELETE /api/auth/api-keys/{id}`).
   *
   * Refusals, too: `not_found`.
   */
  revokeApiKey(command: RevokeApiKeyCommand): Promise<ApiKeyRevoked | Refused>
}
