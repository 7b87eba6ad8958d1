import { expect, it } from '@jest/globals'
import { framingFault } from './framing-fault.ts'

it.each([
  [['Host', 'x']],
  [['Host', 'x', 'Content-Length', '0']],
  [['Transfer-Encoding', 'Chunked']],
  [[]],
])('has no doubt about %j', (rawHeaders) => {
  expect(framingFault(rawHeaders)).toBeUndefined()
})

it.each([
  [['Host', 'a', 'host', 'a']],
  [['Content-Length', '5', 'content-length', '5']],
  [['Content-Length', '5, 5']],
  [['Content-Length', '-5']],
  [['Content-Length', '0x5']],
  [['Content-Length', '']],
  [['Content-Length', '5', 'Transfer-Encoding', 'chunked']],
  [['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
  [['Transfer-Encoding', 'gzip, chunked']],
  [['Transfer-Encoding', 'chunked, identity']],
  [['Transfer-Encoding', 'xchunked']],
])('T-51, T-67: refuses %j', (rawHeaders) => {
  expect(framingFault(rawHeaders)).toEqual(expect.any(String))
})
