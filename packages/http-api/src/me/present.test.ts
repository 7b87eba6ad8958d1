import type { SessionsListed } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import { presentMine } from './present.ts'

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second))

const session: SessionsListed['sessions'][number] = {
  id: 's-1',
  loginId: 'secret-login',
  accountId: 'u-1',
  tenantId: 'engines',
  client: 'ui',
  authTime: at(0),
  issuedAt: at(1),
  expiresAt: at(2),
  network: '192.0.2.1',
  userAgent: 'a browser',
  createdAt: at(3),
  lastSeenAt: at(4),
  endedAt: null,
}

const key = { id: 'k-1', name: 'CI', createdAt: at(5), expiresAt: null, lastUsedAt: null }
const listed = {
  id: 'k-1',
  name: 'CI',
  created_at: '2030-01-01T00:00:05.000Z',
  expires_at: null,
  last_used_at: null,
}

describe("the answer about one's own", () => {
  it('sessions says where each came from, and which one asks', () => {
    const sessions = [session, { ...session, id: 's-2', client: 'cli' as const }]
    expect(presentMine({ kind: 'sessions', sessions, currentId: 's-2' })).toEqual({
      items: [
        {
          id: 's-1',
          client: 'ui',
          network: '192.0.2.1',
          user_agent: 'a browser',
          created_at: '2030-01-01T00:00:03.000Z',
          last_seen_at: '2030-01-01T00:00:04.000Z',
          current: false,
        },
        expect.objectContaining({ id: 's-2', client: 'cli', current: true }),
      ],
      next_cursor: null,
    })
  })

  it('API keys has no key itself', () => {
    const used = { ...key, id: 'k-2', expiresAt: at(6), lastUsedAt: at(7) }
    expect(presentMine({ kind: 'api_keys', keys: [key, used] })).toEqual({
      items: [
        listed,
        {
          ...listed,
          id: 'k-2',
          expires_at: '2030-01-01T00:00:06.000Z',
          last_used_at: '2030-01-01T00:00:07.000Z',
        },
      ],
      next_cursor: null,
    })
  })

  it.each(['api_key_created', 'api_key_rotated'] as const)('new API key has it: %s', (kind) => {
    expect(presentMine({ kind, key: { ...key, text: 'ghk_1' } })).toEqual({
      ...listed,
      key: 'ghk_1',
    })
  })

  it('new address says that it waits', () => {
    const pendingEmail = 'ada@example.org'
    expect(presentMine({ kind: 'email_change_requested', pendingEmail })).toEqual({
      message: expect.stringMatching(/^[A-Z].*\.$/),
      pending_email: pendingEmail,
    })
  })
})
