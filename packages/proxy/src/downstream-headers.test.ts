import { expect, it } from '@jest/globals'
import { downstreamHeaders } from './downstream-headers.ts'

const backend = 'http://machines.internal:9000'

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
  expect(downstreamHeaders(own, backend)).toEqual(own)
})

it.each([
  ...['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Trailer', 'Upgrade', 'Proxy-Authenticate'],
  ...['X-Request-Id', 'Access-Control-Allow-Origin', 'access-control-allow-credentials'],
])('does not pass on %s', (name) => {
  expect(downstreamHeaders([name, 'x', 'Date', 'now'], backend)).toEqual(['Date', 'now'])
})

it('T-66: does not pass on what Connection names, but always the length', () => {
  const headers = ['Connection', 'X-Secret, content-length', 'x-secret', '1', 'Content-Length', '2']
  expect(downstreamHeaders(headers, backend)).toEqual(['Content-Length', '2'])
})

it.each([
  ['http://machines.internal:9000/api/next?a=b', '/api/next?a=b'],
  ['HTTP://Machines.Internal:9000/api', '/api'],
  ['http://machines.internal:9000//evil.example', 'http://machines.internal:9000//evil.example'],
  ['http://machines.internal:90001/api', 'http://machines.internal:90001/api'],
  ['http://machines.internal:9000.evil.example/', 'http://machines.internal:9000.evil.example/'],
  ['https://elsewhere.example/api', 'https://elsewhere.example/api'],
  ['/api/next', '/api/next'],
])('says of a place at the backend where it is here: %s', (place, said) => {
  for (const name of ['Location', 'content-location']) {
    expect(downstreamHeaders([name, place], backend)).toEqual([name, said])
  }
  for (const before of ['5; url=', '0;URL="', "0, url = '"]) {
    expect(downstreamHeaders(['Refresh', before + place], backend)).toEqual([
      'Refresh',
      before + said,
    ])
  }
})

it('leaves alone what tells a browser to come back to the same place', () => {
  expect(downstreamHeaders(['Refresh', '5'], backend)).toEqual(['Refresh', '5'])
})
