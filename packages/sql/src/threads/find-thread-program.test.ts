import { expect, it } from '@jest/globals'
import { findThreadProgram } from './find-thread-program.ts'

it('finds a program beside a module, with the ending of the module', () => {
  const found = findThreadProgram('./find-thread-program', import.meta.url)
  expect(found?.href).toBe(new URL('./find-thread-program.ts', import.meta.url).href)
})

it.each([
  ['where there is no such file', import.meta.url.replace(/\.ts$/, '.js')],
  ['in a bundle that knows no URL of its modules', undefined],
  ['in a bundle that knows no file of its modules', 'webpack:///src/module.ts'],
])('finds nothing %s', (_, module) => {
  expect(findThreadProgram('./find-thread-program', module)).toBeUndefined()
})
