import { expect, it } from '@jest/globals'
import { UsageError } from '../usage-error.ts'
import { readOptions } from './options.ts'

it('measures all that takes minutes, with all peers, unless told otherwise', () => {
  expect(readOptions([])).toEqual({
    parts: ['small', 'down', 'up', 'latency'],
    peers: ['haproxy', 'edge', 'nginx', 'bare', 'fastify', 'express'],
    amounts: { rounds: 7, seconds: 3, warmUp: 15, leadIn: 2, connections: 32 },
    requests: 10_000_000,
  })
})

it('takes lists of parts and peers, in an order of its own', () => {
  const { parts, peers } = readOptions(['--only', 'memory,small', '--peers', 'express,haproxy'])
  expect(parts).toEqual(['small', 'memory'])
  expect(peers).toEqual(['haproxy', 'express'])
})

it('compares with nobody when told so', () => {
  expect(readOptions(['--peers', '']).peers).toEqual([])
})

it.each([
  [
    ['--only', 'large'],
    '--only takes small, down, up, latency, memory, workers, threads; not large',
  ],
  [['--peers', 'caddy'], '--peers takes haproxy, edge, nginx, bare, fastify, express; not caddy'],
  [['--rounds', '0'], '--rounds takes a whole number of at least 1; not 0'],
  [['--seconds', '0.5'], '--seconds takes a whole number of at least 1; not 0.5'],
])('says what is wrong with %j', (parameters, message) => {
  expect(() => readOptions(parameters)).toThrow(UsageError)
  expect(() => readOptions(parameters)).toThrow(message)
})

it('knows no other options', () => {
  expect(() => readOptions(['--fast'])).toThrow("Unknown option '--fast'")
})
