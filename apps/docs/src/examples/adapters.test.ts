import { globSync } from 'node:fs'
import { expect, it, jest } from '@jest/globals'
import { ldapAdapterTest, plainAdapterTests, redisAdapterTest } from './adapter-tests.ts'
import { examplesFolder } from './examples.ts'
import { runAdapterTest, suiteTimeoutMs } from './run-adapter-test.ts'

jest.setTimeout(suiteTimeoutMs)

it.each(plainAdapterTests)('an adapter for $name keeps the contract of its port', async (test) => {
  const printed = await runAdapterTest(test)
  expect(printed).toContain(test.promise)
  expect(printed).toMatch(/fail 0\n/)
})

it('every test of an adapter is run somewhere', () => {
  const files = globSync('adapters/**/*.test.ts', { cwd: examplesFolder })
  const run = [...plainAdapterTests, ldapAdapterTest, redisAdapterTest].map(({ file }) => file)
  expect(files.toSorted()).toEqual(run.toSorted())
})
