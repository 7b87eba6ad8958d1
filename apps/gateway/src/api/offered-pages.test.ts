import { expect, it } from '@jest/globals'
import { offeredPages } from './offered-pages.ts'

it.each(['1.1.0', '1.2.0'] as const)(
  'under %s the pages behind the sign-in are all there',
  (edition) => {
    expect(offeredPages(edition).places).toEqual([
      'dashboard',
      'people',
      'organization',
      'audit',
      'account',
    ])
  },
)

it('passwords are reset from edition 1.2.0 on', () => {
  const resets = (['1.1.0', '1.2.0'] as const).map(
    (edition) => offeredPages(edition).resetsPasswords,
  )
  expect(resets).toEqual([false, true])
})
