import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { drawTable } from './draw-table.ts'
import { runInProcess } from './run-in-process.ts'
import { top } from './seeding.ts'
import { suites } from './suites.ts'

const defects = suites.flatMap((suite) => suite.defects)
const secrets = { test: 'packages/crypto/src/node-secrets.contract.test.ts' }
const file = 'packages/crypto/src/node-secrets.ts'

describe('the defects', () => {
  it('are as many as to show something, for each suite', () => {
    expect(defects.length).toBeGreaterThan(40)
    for (const suite of suites) expect(suite.defects.length).toBeGreaterThan(3)
  })

  it('each change a text that is in its file once', () => {
    const misplaced = defects.filter(({ file: of, find }) => {
      const found = readFileSync(join(top, of), 'utf8').split(find).length - 1
      return found !== 1
    })
    expect(misplaced).toEqual([])
  })

  it('each change it to something else', () => {
    expect(defects.filter(({ find, replace }) => find === replace)).toEqual([])
  })
})

describe('a contract suite in a process of its own', () => {
  it('passes on an adapter without a defect', async () => {
    expect(await runInProcess(secrets)).toEqual({ kind: 'passed', tests: expect.any(Number) })
  })

  it('says which promise is broken by a defect, and leaves the file as it is', async () => {
    const before = readFileSync(join(top, file), 'utf8')
    const find = '`ghk_${randomToken()}`'
    const outcome = await runInProcess(secrets, { file, find, replace: "'ghk_'", breaks: 'keys' })
    expect(outcome).toMatchObject({
      kind: 'caught',
      by: 'Secrets: makes API keys of a recognisable prefix and 256 bits',
    })
    expect(readFileSync(join(top, file), 'utf8')).toBe(before)
  })

  it('begins with the tests that a defect names, and goes on with the others', async () => {
    const defect = {
      file,
      find: 'token: randomToken,',
      replace: "token: () => '',",
      breaks: 'tokens',
    }
    const unnamed = await runInProcess(secrets, defect)
    const named = await runInProcess(secrets, { ...defect, first: 'use every bit' })
    const elsewhere = await runInProcess(secrets, { ...defect, first: 'API keys' })
    expect([unnamed, named, elsewhere]).toMatchObject([
      { by: 'Secrets: makes tokens of 256 bits in base64url without padding' },
      { by: 'Secrets: makes tokens that use every bit' },
      { by: 'Secrets: makes tokens of 256 bits in base64url without padding' },
    ])
  })

  it('lets a change pass that breaks no promise', async () => {
    const harmless = { find: 'ghk_', replace: 'other_', breaks: 'nothing' }
    const find = '`ghk_${'
    const outcome = await runInProcess(secrets, { ...harmless, file, find, replace: '`other_${' })
    expect(outcome.kind).toBe('passed')
  })

  it('says so when it does not use the file that has the defect', async () => {
    const elsewhere = { file: 'packages/jwt/src/hs256.ts', find: 'HS256', replace: '', breaks: '' }
    expect(await runInProcess(secrets, elsewhere)).toEqual({
      kind: 'unusable',
      why: 'the suite does not use the file that has the defect',
    })
  })

  it('takes no file that does not load for a defect that was caught', async () => {
    const broken = { file, find: 'return {', replace: 'return }', breaks: '' }
    expect(await runInProcess(secrets, broken)).toMatchObject({ kind: 'unusable' })
  })

  it('counts a process that ends by itself as a defect that was caught', async () => {
    const ends = { file, find: 'otpCode: () =>', replace: 'otpCode: () => process.exit(3) ??' }
    const outcome = await runInProcess(secrets, { ...ends, breaks: 'codes' })
    expect(outcome).toMatchObject({ kind: 'caught', by: 'the process ends' })
  })
})

it('the table has a row for each suite', () => {
  const table = drawTable([{ name: 'Store', seeded: 21, caught: 20 }])
  expect(table.split('\n')[2]).toBe('| Store | 21 | 20 | 95 % |')
})
