import type { AccessClaims } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import nomore403 from './fixtures/nomore403.json' with { type: 'json' }
import { type UpstreamContext, upstreamHeaders } from './upstream-headers.ts'

const claims: AccessClaims = {
  userId: '0193-a',
  username: 'ada',
  email: 'ada@example.com',
  tenantId: 'acme',
  tenantName: 'Acme',
  role: 'user',
  machineRole: '',
  groups: ['/ops', 'on call'],
  identityProviderId: 'kc-1',
  source: 'cli',
  issuer: 'gatehouse',
  issuedAt: new Date('2030-01-01T00:00:00Z'),
  expiresAt: new Date('2030-01-02T00:00:00Z'),
  tokenId: 'jti',
  sessionId: 'sid',
  authTime: new Date('2030-01-01T00:00:00Z'),
  emailVerified: null,
}
const context: UpstreamContext = {
  claims,
  authorization: 'Bearer t',
  client: { address: '192.0.2.1', protocol: 'https', host: 'id.example' },
  requestId: 'r-1',
}
const ours = {
  Authorization: ['Bearer t'],
  'X-Gatehouse-User-Id': ['0193-a'],
  'X-Gatehouse-Username': ['ada'],
  'X-Gatehouse-Email': ['ada@example.com'],
  'X-Gatehouse-Tenant-Id': ['acme'],
  'X-Gatehouse-Role': ['user'],
  'X-Gatehouse-Machine-Role': [''],
  'X-Gatehouse-Groups': ['/ops,on%20call'],
  'X-Gatehouse-Source': ['cli'],
  'X-Forwarded-For': ['192.0.2.1'],
  'X-Forwarded-Proto': ['https'],
  'X-Forwarded-Host': ['id.example'],
  'X-Request-Id': ['r-1'],
}

// Said by any browser, and no server takes them for more than they are.
const harmless = ['Origin', 'Referer', 'Referrer', 'X-Referrer', 'X-WAP-Profile']
const talkative = [
  ...nomore403.headers,
  ...nomore403.headersWithValue.map(([name]) => name ?? ''),
].filter((name) => !harmless.includes(name))

describe('upstreamHeaders', () => {
  it('tells the backend who asks, from where and under which id', () => {
    expect(sent([])).toEqual(ours)
  })

  it('passes on what is the client’s own, twice if it was sent twice', () => {
    const own = ['Accept', '*/*', 'Cookie', 'a=1; b=2', 'X-Note', '1', 'X-Note', '2']
    expect(sent([...own, 'Content-Length', '3', 'traceparent', '00-1-2-01'])).toEqual({
      Accept: ['*/*'],
      Cookie: ['a=1; b=2'],
      'X-Note': ['1', '2'],
      'Content-Length': ['3'],
      traceparent: ['00-1-2-01'],
      ...ours,
    })
  })

  it.each([
    ...['X-Gatehouse-Role', 'x-gatehouse-role', 'X_Gatehouse_Role', 'X-GATEHOUSE_ROLE'],
    ...['X.Gatehouse.Role', 'XGatehouse-Role', 'X-Gatehouse-Anything-New'],
    ...['X-User-Id', 'X-User-Role', 'X_User_Role', 'X-Tenant-Id', 'X-Forwarded-User'],
    ...['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Prefix', 'Forwarded', 'X-Real-IP'],
    ...['X-Original-URL', 'X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-Method-Override'],
    ...['X-HTTP-Method', 'X-Auth-Request-Email', 'Remote-User', 'X-Remote-User', 'Proxy'],
    ...['X-Request-Id', 'Authorization', 'Host', 'any_name'],
  ])('T-65: takes nothing from a client’s %s', (name) => {
    expect(sent([name, 'forged', name.toUpperCase(), 'forged'])).toEqual(ours)
  })

  it.each(talkative)('T-59, T-65: takes no address, route or method from %s', (name) => {
    expect(sent(nomore403.addresses.flatMap((address) => [name, address]))).toEqual(ours)
  })

  it.each([
    ['https://id.example/api/b?c', '/api/b?c'],
    ['http://ID.example/api/b', '/api/b'],
    ['/api/b', '/api/b'],
    ['https://id.example//evil.example/b', 'https://id.example//evil.example/b'],
    ['https://id.example.evil.example/b', 'https://id.example.evil.example/b'],
    ['https://elsewhere.example/b', 'https://elsewhere.example/b'],
  ])('says of a destination here where it is at the backend: %s', (destination, said) => {
    expect(sent(['Destination', destination])).toEqual({ Destination: [said], ...ours })
  })

  it('leaves a destination alone where the client names no host', () => {
    const destination = ['https://id.example/api/b']
    const client = { address: '192.0.2.1', protocol: 'https' } as const
    const headers = sent(['Destination', ...destination], { ...context, client })
    expect(headers.Destination).toEqual(destination)
  })

  it.each([
    ...['Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Proxy-Authorization'],
    ...['Proxy-Connection', 'HTTP2-Settings', 'Expect', 'Connection'],
  ])('T-66: lets %s end here', (name) => {
    expect(sent([name, 'x'])).toEqual(ours)
  })

  it('T-66: drops what Connection names, but nothing that is set here', () => {
    const nominated = 'close, X-Note,x-gatehouse-role , Authorization, X-Forwarded-For'
    expect(sent(['Connection', nominated, 'x-note', '1', 'CONNECTION', 'Host'])).toEqual(ours)
  })

  it('T-67: never drops the length of a body', () => {
    expect(sent(['Connection', 'Content-Length', 'Content-Length', '5'])).toEqual({
      'Content-Length': ['5'],
      ...ours,
    })
  })

  it('leaves the handshake to whoever opens the WebSocket', () => {
    const handshake = [
      'Sec-WebSocket-Key',
      'k',
      'Sec-WebSocket-Version',
      '13',
      'Origin',
      'http://x',
    ]
    const headers = sent([...handshake, 'Sec-WebSocket-Protocol', 'tty', 'Cookie', 'a=1'], {
      ...context,
      upgrade: true,
    })
    expect(headers).toEqual({ Cookie: ['a=1'], ...ours })
  })

  it('says nothing of a host that the client did not name', () => {
    const { client, ...rest } = context
    const headers = sent([], { ...rest, client: { address: '::1', protocol: 'http' } })
    expect(headers['X-Forwarded-Host']).toBeUndefined()
  })

  it.each([
    [['a,b', 'c'], 'a%2Cb,c'],
    [['Zürich', '東京', '😀'], 'Z%C3%BCrich,%E6%9D%B1%E4%BA%AC,%F0%9F%98%80'],
    [['100%', '"q"', 'a\\b'], '100%25,%22q%22,a%5Cb'],
    [['a\r\nX-Gatehouse-Role: super_admin'], 'a%0D%0AX-Gatehouse-Role:%20super_admin'],
    [['\ud800'], '%EF%BF%BD'],
    [['/team/a-b_c@d:e'], '/team/a-b_c@d:e'],
    [[], ''],
  ])('writes the groups %j so that they can be read again', (groups, value) => {
    const headers = sent([], { ...context, claims: { ...claims, groups } })
    expect(headers['X-Gatehouse-Groups']).toEqual([value])
    const read = value.split(',').map(decodeURIComponent)
    expect(groups.length === 0 ? [] : read).toEqual(groups.map((group) => group.toWellFormed()))
  })

  it('encodes every other value in the same way', () => {
    const odd = { ...claims, machineRole: 'opérateur, nuit', email: 'ada@bücher.example' }
    const headers = sent([], { ...context, claims: odd })
    expect(headers['X-Gatehouse-Machine-Role']).toEqual(['op%C3%A9rateur%2C%20nuit'])
    expect(headers['X-Gatehouse-Email']).toEqual(['ada@b%C3%BCcher.example'])
  })
})

function sent(rawHeaders: readonly string[], overrides: UpstreamContext = context) {
  const headers = upstreamHeaders(rawHeaders, overrides)
  const names = headers.filter((_value, index) => index % 2 === 0)
  return Object.fromEntries(
    names.map((name) => [
      name,
      headers.filter((_value, index) => index % 2 === 1 && headers[index - 1] === name),
    ]),
  )
}
