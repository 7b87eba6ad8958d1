import { describe, expect, it } from '@jest/globals'
import type { OperationResult } from '../accounts/measure-operation.ts'
import { checkLogins } from './report.ts'

describe('the promise of logins', () => {
  it.each([
    ['kept', 36, true],
    ['not kept', 35.9, false],
    ['not kept when none was measured', Number.NaN, false],
  ])('is %s', (_what, perSecond, isKept) => {
    expect(checkLogins([{ name: 'login', perSecond } as OperationResult]).isKept).toBe(isKept)
  })

  it('is not kept when logins were not measured at all', () => {
    expect(checkLogins([])).toMatchObject({ isKept: false })
  })
})
