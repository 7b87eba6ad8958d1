import { expect, it } from '@jest/globals'
import {
  checkLatency,
  checkMemory,
  checkThreads,
  checkThroughput,
  checkWorkers,
} from './check-bounds.ts'
import type { Peer } from './peer.ts'

const peer = (name: string): Peer => ({ name, pid: 1, port: 1, work: 'full', stop: async () => {} })
const turns = (...each: readonly number[]) =>
  each.map((microseconds) => ({ microseconds, perSecond: 1, busy: 1, mib: 1 }))

it('holds the CPU time of small requests to that of three peers', () => {
  const rounds = new Map([
    [peer('HAProxy 2.6.12'), turns(30, 20)],
    [peer('Express, express-jwt'), turns(180, 180)],
    [peer('Fastify, @fastify/jwt'), turns(100, 100)],
    [peer('Gatehouse'), turns(45, 30)],
  ])
  expect(checkThroughput('small', rounds)).toEqual([
    { isKept: true, text: 'CPU of a request is 1.50 times that of HAProxy; at most 1.7' },
    { isKept: true, text: 'CPU of a request is 0.38 times that of Fastify; at most 0.5' },
    { isKept: false, text: 'CPU of a request is 0.21 times that of Express; at most 0.2' },
  ])
})

it('holds the CPU time of small requests through an edge to HAProxy’s', () => {
  const edge = (microseconds: number) =>
    checkThroughput(
      'small',
      new Map([
        [peer('HAProxy 2.6.12'), turns(100)],
        [peer('Edge, HAProxy by `gatehouse edge`'), turns(microseconds)],
      ]),
    )
  const text = (ratio: string) =>
    `CPU of a request through an edge is ${ratio} times that of HAProxy; at most 1.1`
  expect(edge(109)).toEqual([{ isKept: true, text: text('1.09') }])
  expect(edge(111)).toEqual([{ isKept: false, text: text('1.11') }])
})

it.each(['down', 'up'] as const)('holds that of large bodies %s to HAProxy’s', (kind) => {
  const rounds = new Map([
    [peer('HAProxy 2.6.12'), turns(500)],
    [peer('Gatehouse'), turns(1251)],
  ])
  expect(checkThroughput(kind, rounds)).toEqual([
    { isKept: false, text: 'CPU of a request is 2.50 times that of HAProxy; at most 2.5' },
  ])
})

it('does not check what was not measured', () => {
  expect(checkThroughput('small', new Map([[peer('Gatehouse'), turns(45)]]))).toEqual([])
})

it.each([
  ['Gatehouse', 3, true],
  ['Gatehouse', 3.01, false],
  ['Edge, HAProxy', 2, true],
  ['Edge, HAProxy', 2.01, false],
])('of %s an added p99 of %d ms is within the bound: %p', (name, addedP99, isKept) => {
  const turn = { perSecond: 1, p50: 1, p99: 1, addedP50: 1, addedP99 }
  expect(checkLatency(new Map([[peer(name), [turn]]]))).toMatchObject([{ isKept }])
})

it.each([
  [1800, true],
  [1790, false],
])('two workers that take %d requests where one takes 1000 are enough: %p', (perSecond, isKept) => {
  const turn = { perSecond: 1000, microseconds: 1, busy: 1, mib: 1 }
  const rounds = new Map([
    [peer('Gatehouse, one worker'), [turn]],
    [peer('Gatehouse, two workers'), [{ ...turn, perSecond }]],
  ])
  expect(checkWorkers(rounds)).toMatchObject([{ isKept }])
})

it.each([
  [1500, true],
  [1490, false],
])('two threads that take %d requests where one takes 1000 are enough: %p', (perSecond, isKept) => {
  const turn = { perSecond: 1000, microseconds: 1, busy: 1, mib: 1 }
  const rounds = new Map([
    [peer('Edge, one thread'), [turn]],
    [peer('Edge, two threads'), [{ ...turn, perSecond }]],
  ])
  expect(checkThreads(rounds)).toMatchObject([{ isKept }])
})

it('takes memory for flat that varies by a tenth', () => {
  const sample = (resident: number, heap: number) => ({ requests: 1, resident, heap })
  const samples = [sample(90, 9), sample(100, 30), sample(109, 34)]
  expect(checkMemory(samples)).toMatchObject([{ isKept: true }, { isKept: false }])
})
