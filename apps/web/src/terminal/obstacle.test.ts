import { describe, expect, it } from '@jest/globals'
import type { CallResult } from '../api/call.ts'
import type { Machine } from '../api/wire.ts'
import { type Obstacle, type ObstacleFacts, obstacleOf } from './obstacle.ts'

const words = {
  notOpened: 'not opened',
  otherAddress: 'other address',
  ofError: ({ code }: { readonly code: string }) => `because of ${code}`,
}

const away: CallResult<readonly Machine[]> = {
  ok: false,
  error: { code: 'backend_unavailable', errors: [] },
}

function list(status?: string): CallResult<readonly Machine[]> {
  return { ok: true, value: [{ id: 'build-07', name: 'Build', ...(status && { status }) }] }
}

describe('why a terminal does not open', () => {
  const cases: readonly [string, Omit<ObstacleFacts, 'machineId'>, Obstacle][] = [
    ['offline', { found: list('offline'), isAtOwnAddress: true }, { kind: 'offline' }],
    [
      'behind a backend that is away',
      { found: away, isAtOwnAddress: true },
      { kind: 'trouble', sentence: 'because of backend_unavailable' },
    ],
    [
      'online, and does not answer',
      { found: list('online'), isAtOwnAddress: true },
      { kind: 'trouble', sentence: 'not opened' },
    ],
    [
      'of an unknown state, on a page of another address',
      { found: list(), isAtOwnAddress: false },
      { kind: 'trouble', sentence: 'other address' },
    ],
  ]
  it.each(cases)('the machine is %s', (_what, facts, expected) => {
    expect(obstacleOf({ machineId: 'build-07', ...facts }, words)).toEqual(expected)
  })

  it('the organization has no such machine', () => {
    const facts = { machineId: 'db-1', found: list('online'), isAtOwnAddress: true }
    expect(obstacleOf(facts, words)).toEqual({ kind: 'unknown' })
  })
})
