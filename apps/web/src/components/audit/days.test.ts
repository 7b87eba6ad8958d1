import { describe, expect, it } from '@jest/globals'
import type { AuditEntry } from '../../api/organization-wire.ts'
import { byDay, endOf, startOf } from './days.ts'

const entry = (seq: number, at: string) => ({ seq, at }) as AuditEntry

describe('entries by day', () => {
  const now = Date.parse('2026-11-29T10:45:00Z')
  const entries = [
    entry(4, '2026-11-29T10:41:07Z'),
    entry(3, '2026-11-29T00:10:00Z'),
    entry(2, '2026-11-28T23:50:00Z'),
    entry(1, '2026-11-27T12:00:00Z'),
  ]

  it('stand under the day that it was where the person is', () => {
    const seqs = (timeZone: string) =>
      byDay(entries, { language: 'en', now, timeZone }).map((day) => [
        day.heading,
        day.entries.map(({ seq }) => seq),
      ])
    expect(seqs('UTC')).toEqual([
      ['Today, 29 November', [4, 3]],
      ['Yesterday, 28 November', [2]],
      ['Friday, 27 November', [1]],
    ])
    expect(seqs('Europe/Berlin')).toEqual([
      ['Today, 29 November', [4, 3, 2]],
      ['Friday, 27 November', [1]],
    ])
  })

  it('are none when there are none', () => {
    expect(byDay([], { language: 'en', now })).toEqual([])
  })
})

it('a chosen day begins at midnight and ends at the next', () => {
  const start = startOf('2026-11-22') ?? ''
  const end = endOf('2026-11-22') ?? ''
  expect(Date.parse(end) - Date.parse(start)).toBe(24 * 3600 * 1000)
  expect(new Date(start).getHours()).toBe(0)
  expect([startOf(''), endOf('soon')]).toEqual([undefined, undefined])
})
