import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import { addToLog, readLogs } from './run-log.ts'
import type { Outcome } from './scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-runs-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('runs are read from several files as they were written', () => {
  const run = (id: string): Outcome => ({
    id,
    verdict: 'broken',
    evidence: ['409\nafter 503'],
    seconds: 1.5,
    seed: 7,
    warnings: ['{"level":50}'],
  })
  const [one, other] = ['one', 'other'].map((name) => join(folder, name)) as [string, string]
  addToLog(one, run('F-1a'))
  addToLog(other, run('F-1b'))
  addToLog(one, run('F-2'))
  expect(readLogs([one, other])).toEqual([run('F-1a'), run('F-2'), run('F-1b')])
})
