import { expect, it } from '@jest/globals'
import { readResult } from './wrk.ts'

it('reads what the script says after what wrk says', () => {
  const output = `Running 1s test @ http://127.0.0.1:1/api/machines
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.05ms  201.37us   5.12ms   91.17%
  30123 requests in 1.00s, 5.17MB read
Requests/sec:  30101.12
{"requests":30123,"microseconds":1000726,"p50":1031,"p99":1704,"refused":0,"broken":2}
`
  expect(readResult(output)).toEqual({
    requests: 30_123,
    microseconds: 1_000_726,
    p50: 1031,
    p99: 1704,
    refused: 0,
    broken: 2,
  })
})

it('tells what wrk says instead', () => {
  expect(() => readResult('unable to connect')).toThrow('wrk says: unable to connect')
})
