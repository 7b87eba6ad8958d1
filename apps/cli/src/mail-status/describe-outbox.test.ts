import type { OutboxReason } from '@gatehouse/sql'
import { expect, it } from '@jest/globals'
import { asObject, asText, isStuck } from './describe-outbox.ts'

const oldest = new Date('2030-01-31T09:05:59.250Z')
const refused: OutboxReason = { state: 'waiting', reason: 'login_refused 535', mails: 1204, oldest }
const untried: OutboxReason = {
  state: 'waiting',
  reason: null,
  mails: 1,
  oldest: new Date('2030-01-31T10:00:00Z'),
}
const expired: OutboxReason = { state: 'given_up', reason: 'expired', mails: 3, oldest }

it('says that nothing waits', () => {
  expect(asText([])).toEqual(['No mail waits.'])
  expect(isStuck([])).toBe(false)
})

it('tells how many wait, since when and why, and what to do', () => {
  expect(asText([refused, untried, expired])).toEqual([
    '1,205 mails waiting, the oldest since 2030-01-31T09:05:59Z.',
    '',
    'MAILS  STATE     REASON             OLDEST',
    '1,204  waiting   login_refused 535  2030-01-31T09:05:59Z',
    '1      waiting   not tried yet      2030-01-31T10:00:00Z',
    '3      given up  expired            2030-01-31T09:05:59Z',
    '',
    expect.stringMatching(/^login_refused 535: .*user and password in SMTP_URL/),
  ])
})

it('is one object for programs', () => {
  expect(asObject([refused, expired])).toEqual({
    waiting: 1204,
    oldest,
    reasons: [
      { ...refused, advice: expect.stringContaining('SMTP_URL') },
      { ...expired, advice: null },
    ],
  })
  expect(asObject([])).toEqual({ waiting: 0, oldest: null, reasons: [] })
})

it('takes mails that failed for stuck, and not those that wait for their turn or became useless', () => {
  expect(isStuck([untried, expired])).toBe(false)
  expect(isStuck([untried, refused])).toBe(true)
})
