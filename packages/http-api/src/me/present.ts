import type {
  ApiKeyCreated,
  ApiKeyRotated,
  ApiKeysListed,
  EmailChangeRequested,
  MeRead,
  SessionsListed,
} from '@gatehouse/auth-core'
import type { Answer } from '../answers/answer.ts'
import { presentUser } from '../answers/present-user.ts'
import { unreachable } from '../lib/unreachable.ts'

type Outcome =
  | MeRead
  | SessionsListed
  | ApiKeysListed
  | ApiKeyCreated
  | ApiKeyRotated
  | EmailChangeRequested

/** The answer of a route for one's own account, if it is more than a message. */
export function presentMine(outcome: Outcome): Answer[keyof Answer] {
  switch (outcome.kind) {
    case 'me':
      return { ...presentUser(outcome), pending_email: outcome.pendingEmail }
    case 'sessions':
      return {
        items: outcome.sessions.map((session) => presentSession(session, outcome.currentId)),
        next_cursor: null,
      }
    case 'api_keys':
      return { items: outcome.keys.map(presentKey), next_cursor: null }
    case 'api_key_created':
    case 'api_key_rotated':
      return { ...presentKey(outcome.key), key: outcome.key.text }
    case 'email_change_requested':
      return {
        message: 'We have sent a mail to the new address. It is yours once you confirm it there.',
        pending_email: outcome.pendingEmail,
      }
    default:
      return unreachable(outcome)
  }
}

function presentSession(
  session: SessionsListed['sessions'][number],
  currentId: string,
): Answer['sessionEntry'] {
  return {
    id: session.id,
    client: session.client,
    network: session.network,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    current: session.id === currentId,
  }
}

function presentKey(key: ApiKeysListed['keys'][number]): Answer['apiKeyEntry'] {
  return {
    id: key.id,
    name: key.name,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}
