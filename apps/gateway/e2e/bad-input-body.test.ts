/** T-61, T-63: bodies that are no JSON, or no body that should be read. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { parseAnswer } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inParallel } from '../testing/in-parallel.ts'
import { logIn, person } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import vectors from './fixtures/json-test-suite.json' with { type: 'json' }
import { readProblem } from './support/problems.ts'
import { createRawApi, type RawApi } from './support/raw-api.ts'

let environment: TestEnvironment
let raw: RawApi

/** Room for the largest vector, so that it reaches the parser. */
const maxBytes = 300_000

beforeAll(async () => {
  environment = await openTestEnvironment({ ...unlimited, AUTH_MAX_BODY_BYTES: String(maxBytes) })
  raw = createRawApi(() => environment.gateway().port)
})

afterAll(async () => {
  raw.close()
  await environment.close()
})

const login = '/api/auth/login'
const signup = '/api/auth/signup'

describe('T-61: a body', () => {
  it.each([login, signup])(
    'that is any JSON, or nearly, is refused by %s as what it is',
    async (path) => {
      const wrong = await inParallel(vectors, async ([name, kind, base64, times = 1]) => {
        const bytes = Buffer.from(String(base64), 'base64')
        const body = Buffer.concat(Array.from({ length: Number(times) }, () => bytes))
        const { status, code } = readProblem(await raw.postBytes(path, body))
        const asExpected = status === 400 && codesOf(String(kind)).includes(code)
        return asExpected ? [] : [`${name} (${kind}): ${status} ${code}`]
      })
      expect(wrong.flat()).toEqual([])
      expect(wrong).toHaveLength(340)
    },
  )

  function codesOf(kind: string): readonly string[] {
    if (kind === 'reject') return ['malformed_json']
    if (kind === 'accept') return ['validation_failed']
    // What readers may take differently: numbers too large, bytes that are no UTF-8.
    return ['malformed_json', 'validation_failed']
  }

  it.each(['null', 'true', '1', '"x"', '[]', '[{}]', '[["email","a@b.example"]]'])(
    'that is %s is not the object that is asked for',
    async (body) => {
      const { status, code, fields } = readProblem(await raw.postBytes(login, body))
      expect([status, code, fields]).toEqual([400, 'validation_failed', ['']])
    },
  )

  it.each(['', ' \n', '{}{}', '{"email":', "{'email':1}", '{"email":1,}', 'email=a&password=b'])(
    'that is %j is no JSON',
    async (body) => {
      const { status, code } = readProblem(await raw.postBytes(login, body))
      expect([status, code]).toEqual([400, 'malformed_json'])
    },
  )
})

describe('bytes that are no UTF-8', () => {
  const broken = {
    'a byte that never occurs': [0xff],
    'an overlong slash': [0xc0, 0xaf],
    'an encoded surrogate': [0xed, 0xa0, 0x80],
    'a character beyond the last': [0xf4, 0x90, 0x80, 0x80],
    'the end of a character': [0x80],
    'the beginning of a character': [0xe2, 0x82],
    'a letter of Latin-1': [0xe9],
  }

  it.each(Object.entries(broken))('are refused and not replaced: %s', async (_, bytes) => {
    const someone = person({ first_name: 'Ad?a' })
    const [before = '', after = ''] = JSON.stringify(someone).split('?')
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    const { status, code } = readProblem(await raw.postBytes(signup, body))
    expect([status, code]).toEqual([400, 'malformed_json'])
    expect((await environment.api.post(signup, someone)).status).toBe(201)
  })

  it.each([
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-8 behind a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ])('are not guessed at: %s', async (_, encode) => {
    const { status, code } = readProblem(
      await raw.postBytes(signup, encode(JSON.stringify(person()))),
    )
    expect([status, code]).toEqual([400, 'malformed_json'])
  })

  it('do not come in as escapes either: half a pair is not the character that stands for it', async () => {
    const someone = person({ password: 'seven \ufffd wonders' })
    expect((await environment.api.post(signup, someone)).status).toBe(201)
    expect((await logIn(environment.api, someone)).status).toBe(200)
    const half = await logIn(environment.api, { ...someone, password: 'seven \ud800 wonders' })
    expect(readProblem(half)).toMatchObject({ status: 400, fields: ['password'] })
    const named = await environment.api.post(signup, person({ first_name: 'Ad\udc00' }))
    expect(readProblem(named)).toMatchObject({ status: 400, fields: ['first_name'] })
  })
})

describe('T-63: the type of a body', () => {
  const { email, password } = person()
  const body = JSON.stringify({ email, password })

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/problem+json',
    'application/json, text/plain',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=utf-7',
    'application/json;',
    'json',
    '*/*',
  ])('may not be %j', async (type) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const answer = await raw.send({ path: login, headers, body })
    expect(readProblem(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('may be %s', async (type) => {
    const answer = await raw.send({ path: login, headers: { 'content-type': type }, body })
    expect(readProblem(answer).code).toBe('invalid_credentials')
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'GZIP', 'gzip, identity', 'nonsense'])(
    'may not be compressed: %s',
    async (coding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const answer = await raw.send({ path: login, headers, body: gzipSync(body) })
      expect(readProblem(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )
})

describe('a body that is too large', () => {
  const huge = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(maxBytes) })

  it('is refused by the length that it announces', async () => {
    expect(readProblem(await raw.postBytes(login, huge))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
  })

  it('is read up to the last byte that is allowed', async () => {
    const body = '{}'.padEnd(maxBytes)
    expect(readProblem(await raw.postBytes(login, body)).code).toBe('validation_failed')
    expect(readProblem(await raw.postBytes(login, `${body} `)).code).toBe('body_too_large')
  })

  it('is refused though it never ends, and then nobody listens any more', async () => {
    const socket = connect(environment.gateway().port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    const type = 'Content-Type: application/json'
    socket.write(
      `POST ${login} HTTP/1.1\r\nHost: a\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`
    const pour = () => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', pour)
    pour()
    await closed
    expect(parseAnswer(received)).toMatchObject({ status: 413 })
  })

  it('breaks nothing when it breaks off', async () => {
    const socket = connect(environment.gateway().port, '127.0.0.1')
    const type = 'Content-Type: application/json'
    socket.write(
      `POST ${login} HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 100\r\n\r\n{"email`,
    )
    await once(socket, 'ready')
    socket.destroy()
    expect((await raw.send({ method: 'GET', path: '/healthz' })).status).toBe(200)
  })
})
