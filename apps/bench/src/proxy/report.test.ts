import { expect, it } from '@jest/globals'
import type { Peer } from './peer.ts'
import { reportLatency, reportThroughput, reportWorkers } from './report.ts'

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

it('compares two workers with one', () => {
  const rounds = new Map([
    [peer('Gatehouse, one worker'), [turn(40)]],
    [peer('Gatehouse, two workers'), [{ ...turn(44), perSecond: 45_600, busy: 2 }]],
  ])
  expect(reportWorkers(rounds).slice(2)).toEqual([
    '| **Gatehouse, one worker** | 24,000 | 1.00 | 40.0 | 1.00 | 0.99 | 150 |',
    '| **Gatehouse, two workers** | 45,600 | 1.90 | 44.0 | 1.10 | 2.00 | 150 |',
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
