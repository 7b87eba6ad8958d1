import { describe, expect, it } from '@jest/globals'
import {
  countdown,
  dayAndTime,
  dayHeading,
  dayOf,
  daysUntil,
  exactly,
  relatively,
  type Telling,
} from './moments.ts'

const now = Date.parse('2026-11-29T10:45:00Z')
const english: Telling = { language: 'en', now, timeZone: 'UTC' }
const german: Telling = { language: 'de', now, timeZone: 'UTC' }

describe('a moment', () => {
  it.each([
    ['2026-11-29T10:44:30Z', 'now', 'jetzt'],
    ['2026-11-29T10:33:00Z', '12 minutes ago', 'vor 12 Minuten'],
    ['2026-11-29T08:45:00Z', '2 hours ago', 'vor 2 Stunden'],
    ['2026-11-29T00:05:00Z', '10 hours ago', 'vor 10 Stunden'],
    ['2026-11-28T23:00:00Z', '11 hours ago', 'vor 11 Stunden'],
    ['2026-11-28T20:00:00Z', 'yesterday', 'gestern'],
    ['2026-11-26T10:00:00Z', '3 days ago', 'vor 3 Tagen'],
    ['2026-11-14T10:00:00Z', '14 November', '14. November'],
    ['2025-03-14T10:00:00Z', '14 March 2025', '14. März 2025'],
    ['2026-11-30T23:00:00Z', 'tomorrow', 'morgen'],
    ['2026-12-04T10:00:00Z', 'in 5 days', 'in 5 Tagen'],
    ['2027-01-30T10:00:00Z', '30 January 2027', '30. Januar 2027'],
  ])('%s is told as %s', (at, inEnglish, inGerman) => {
    const moment = Date.parse(at)
    expect([relatively(moment, english), relatively(moment, german)]).toEqual([inEnglish, inGerman])
  })

  it('of today has its time, another one its day', () => {
    expect(dayAndTime(Date.parse('2026-11-29T08:12:00Z'), english)).toBe('today, 08:12')
    expect(dayAndTime(Date.parse('2026-11-29T08:12:00Z'), german)).toBe('heute, 08:12')
    expect(dayAndTime(Date.parse('2026-11-21T08:12:00Z'), english)).toBe('21 November')
  })

  it('can be told to the second', () => {
    expect(exactly(Date.parse('2026-11-29T10:41:07Z'), english)).toBe(
      '29 November 2026 at 10:41:07 UTC',
    )
  })

  it('is of the day that it is where the person is', () => {
    const late = Date.parse('2026-11-28T23:30:00Z')
    expect(dayOf(late, english)).toBe('28 November')
    expect(dayOf(late, { ...english, timeZone: 'Europe/Berlin' })).toBe('29 November')
    expect(daysUntil(late, { ...english, timeZone: 'Europe/Berlin' })).toBe(0)
  })

  it('is as many days away as the calendar has, over the end of summer time too', () => {
    const telling = {
      ...english,
      now: Date.parse('2026-10-24T22:30:00Z'),
      timeZone: 'Europe/Berlin',
    }
    expect(daysUntil(Date.parse('2026-10-25T23:30:00Z'), telling)).toBe(1)
  })
})

describe('the heading of a day', () => {
  it.each([
    ['2026-11-29T01:00:00Z', 'Today, 29 November', 'Heute, 29. November'],
    ['2026-11-28T01:00:00Z', 'Yesterday, 28 November', 'Gestern, 28. November'],
    ['2026-11-27T01:00:00Z', 'Friday, 27 November', 'Freitag, 27. November'],
    ['2025-11-27T01:00:00Z', 'Thursday, 27 November 2025', 'Donnerstag, 27. November 2025'],
  ])('of %s is %s', (at, inEnglish, inGerman) => {
    const moment = Date.parse(at)
    expect([dayHeading(moment, english), dayHeading(moment, german)]).toEqual([inEnglish, inGerman])
  })
})

it.each([
  [42, '0:42'],
  [41.2, '0:42'],
  [60, '1:00'],
  [125, '2:05'],
  [0, '0:00'],
  [-3, '0:00'],
])('%d seconds are counted down as %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text)
})
