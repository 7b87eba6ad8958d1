import { expect, it } from '@jest/globals'
import type { Peer } from './peer.ts'
import { reportLatency, reportThroughput } from './report.ts'

const peer = (name: string): Peer => ({ name, pid: 1, port: 1, work: 'full', stop: async () => {} })
const turn = (microseconds: number) => ({
  microseconds,
  perSecond: 24_000,
  busy: 0.987,
  mib: 150.4,
})

it('compares round by round with the first', () => {
  const rounds = new Map([
    [peer('HAProxy 2.6.12'), [turn(30), turn(300), turn(40)]],
    [peer('Gatehouse'), [turn(45), turn(450), turn(80)]],
  ])
  expect(reportThroughput(rounds)).toEqual([
    '| Peer | CPU µs a request | × HAProxy 2.6.12 | Best round, µs | Requests a second | Share of its core | MiB |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| HAProxy 2.6.12 | 40.0 | 1.00 | 30.0 | 24,000 | 99 % | 150 |',
    '| **Gatehouse** | 80.0 | 1.50 | 45.0 | 24,000 | 99 % | 150 |',
  ])
})

it('shows what is added to the time that the backend takes', () => {
  const turns = [1, 2, 3].map((ms) => ({
    perSecond: 12_000,
    p50: ms,
    p99: ms * 2,
    addedP50: ms / 2,
    addedP99: ms / 4,
  }))
  expect(reportLatency(new Map([[peer('Gatehouse'), turns]])).at(-1)).toBe(
    '| **Gatehouse** | 12,000 | 2.00 | 4.00 | 1.00 | 0.50 |',
  )
})
