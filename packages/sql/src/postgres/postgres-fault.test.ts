import { expect, it } from '@jest/globals'
import { meaningOfFailure, postgresFailure } from './postgres-fault.ts'

function driverError(code: string | undefined, message: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

it.each([
  ['40001', 'unavailable', 'conflict'],
  ['40P01', 'unavailable', 'conflict'],
  ['57P01', 'unavailable', 'connection'],
  ['57P03', 'unavailable', 'connection'],
  ['08006', 'unavailable', 'connection'],
  ['25006', 'unavailable', 'connection'],
  ['53300', 'unavailable', 'connection'],
  ['ECONNREFUSED', 'unavailable', 'connection'],
  ['EPIPE', 'unavailable', 'connection'],
  [undefined, 'unavailable', 'connection'],
  ['57014', 'timeout', 'other'],
  ['55P03', 'timeout', 'other'],
  ['23505', 'rejected', 'other'],
  ['23503', 'rejected', 'other'],
  ['XX001', 'corrupt', 'other'],
  ['28P01', 'unavailable', 'other'],
  ['42P01', 'unavailable', 'other'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unavailable', 'other'],
])('%s is %s, and %s', (code, failure, meaning) => {
  const error = postgresFailure(driverError(code, 'said the server'), 'store')
  expect(error).toMatchObject({ port: 'store', failure })
  expect(meaningOfFailure(error)).toBe(meaning)
})

it('F-9: takes a server that begins no serializable transaction for a standby', () => {
  const error = driverError('0A000', 'cannot use serializable mode in a hot standby')
  const begin = postgresFailure(error, 'store', 'start transaction isolation level serializable')
  expect(meaningOfFailure(begin)).toBe('connection')
  expect(meaningOfFailure(postgresFailure(error, 'store', 'select 1'))).toBe('other')
  expect(meaningOfFailure(postgresFailure(error, 'store'))).toBe('other')
})

it('is of the port that asked', () => {
  expect(postgresFailure(driverError('57P01', 'x'), 'rate_limiter')).toMatchObject({
    port: 'rate_limiter',
  })
})

it('leaves a bug a bug', () => {
  expect(postgresFailure(new TypeError('not a function'), 'store')).toBeUndefined()
})

it('T-82: keeps nothing of a row', () => {
  const row = 'Failing row contains (ada, $argon2id$secret).'
  const raw = Object.assign(driverError('23502', 'null value'), { detail: row, where: row })
  const unreadable = driverError('22P02', 'invalid input syntax for type integer: "secret"')
  for (const error of [raw, unreadable]) {
    const cause = postgresFailure(error, 'store')?.cause
    expect(JSON.stringify([cause, Object.entries(cause ?? {}), String(cause)])).not.toContain(
      'secret',
    )
  }
})
