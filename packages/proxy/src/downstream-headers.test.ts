import { expect, it } from '@jest/globals'
import { downstreamHeaders } from './downstream-headers.ts'

it('passes on what the backend says, as often as it says it', () => {
  const own = [
    'Content-Type',
    'text/plain',
    'Set-Cookie',
    'a=1',
    'set-cookie',
    'b=2',
    'ETag',
    '"x"',
  ]
  expect(downstreamHeaders(own)).toEqual(own)
})

it.each([
  ...['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Trailer', 'Upgrade', 'Proxy-Authenticate'],
  ...['X-Request-Id', 'Access-Control-Allow-Origin', 'access-control-allow-credentials'],
])('does not pass on %s', (name) => {
  expect(downstreamHeaders([name, 'x', 'Date', 'now'])).toEqual(['Date', 'now'])
})

it('T-66: does not pass on what Connection names, but always the length', () => {
  const headers = ['Connection', 'X-Secret, content-length', 'x-secret', '1', 'Content-Length', '2']
  expect(downstreamHeaders(headers)).toEqual(['Content-Length', '2'])
})
