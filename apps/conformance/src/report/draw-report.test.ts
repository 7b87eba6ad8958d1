import { expect, it } from '@jest/globals'
import type { Check } from '../check.ts'
import { drawReport } from './draw-report.ts'

const check: Check = {
  ...{ id: 'login.answer', edition: '1.1.0', level: 'interface', section: 'POST /api/auth/login' },
  says: 'A login answers.',
  run: async () => undefined,
}

it('shows each check with its result, each failure with its section, and the sums', () => {
  const report = drawReport({
    edition: '1.2.0',
    results: [
      { check, outcome: 'passed', why: '' },
      {
        check: { ...check, id: 'codes.right' },
        outcome: 'not applicable',
        why: 'it needs the mails: --mailbox',
      },
      {
        check: { ...check, id: 'login.wrong' },
        outcome: 'failed',
        why: 'expected this; came that',
      },
    ],
    left: ['acme (closing it: 404)'],
  })
  expect(report).toEqual([
    'EDITION  SAID BY    CHECK         RESULT          WHY',
    '1.1.0    interface  login.answer  passed',
    '1.1.0    interface  codes.right   not applicable  it needs the mails: --mailbox',
    '1.1.0    interface  login.wrong   FAILED          see below',
    '',
    'FAILED login.wrong: A login answers.',
    '  expected this; came that',
    '  HTTP API, section "POST /api/auth/login"',
    '',
    'EDITION  SAID BY    passed  failed  not applicable  not checked',
    '1.1.0    interface  1       1       1               0',
    'Left behind: the organization acme (closing it: 404)',
  ])
})
