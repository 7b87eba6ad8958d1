import { expect, it, jest } from '@jest/globals'
import * as here from './index.ts'

/** Another copy of the package, as npm installs one when versions do not agree. */
async function importCopy(): Promise<typeof here> {
  jest.resetModules()
  return import('./index.ts')
}

it('knows errors of another copy of the package', async () => {
  const copy = await importCopy()
  expect(copy.PortError).not.toBe(here.PortError)
  const cause = new copy.NamedCause('login_refused 535', 'the server refused the login')
  const error: unknown = new copy.PortError('mailer', 'rejected', cause)
  expect(error instanceof here.PortError).toBe(true)
  expect(cause instanceof here.NamedCause).toBe(true)
  expect(new here.PortError('mailer', 'rejected', cause).reason).toBe('login_refused 535')
})

it.each([
  ['an error', new Error('store unavailable')],
  ['a cause', new here.NamedCause('full', 'the disk is full')],
  ['something that looks like one', { name: 'PortError', port: 'store', failure: 'timeout' }],
  ['a word', 'PortError'],
  ['nothing', null],
])('takes %s for no port error', (_what, value: unknown) => {
  expect(value instanceof here.PortError).toBe(false)
})

it('leaves a subclass its own instances', () => {
  class DiskError extends here.PortError {}
  const own: unknown = new DiskError('store', 'unavailable')
  expect([own instanceof DiskError, own instanceof here.PortError]).toEqual([true, true])
  expect(new here.PortError('store', 'unavailable') instanceof DiskError).toBe(false)
})

it('shows its mark in no log', () => {
  expect(Object.getOwnPropertySymbols(new here.PortError('store', 'timeout')).length).toBe(1)
  expect({ ...new here.PortError('store', 'timeout') }).toEqual({
    ...{ name: 'PortError', port: 'store', failure: 'timeout', reason: 'timeout' },
  })
})
