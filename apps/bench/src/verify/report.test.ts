import { describe, expect, it } from '@jest/globals'
import type { Peer } from '../proxy/peer.ts'
import type { ThroughputTurn } from '../proxy/throughput.ts'
import { checkChecks, reportChecks } from './report.ts'

const peer = (name: string): Peer => ({
  name,
  pid: 1,
  port: 1,
  work: 'full',
  stop: async () => undefined,
})

const turn = (microseconds: number): ThroughputTurn => ({
  perSecond: 1e6 / microseconds,
  microseconds,
  busy: 1,
  mib: 1,
})

const rounds = (check: number) =>
  new Map([
    [peer('proxied'), [turn(100), turn(200)]],
    [peer('a check'), [turn(check), turn(2 * check)]],
  ])

describe('the cost of a check', () => {
  it('is told as a share of a proxied request, round by round', () => {
    expect(reportChecks(rounds(50)).at(-1)).toMatch(/\| a check +\| +75\.0 \| +0\.50 \|/)
  })

  it.each([
    [75, true],
    [76, false],
  ])('is within its bound at %d of 100: %s', (check, isKept) => {
    expect(checkChecks(rounds(check)).map((each) => each.isKept)).toEqual([isKept])
  })
})
