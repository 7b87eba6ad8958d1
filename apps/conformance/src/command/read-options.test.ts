import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { readOptions } from './read-options.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'))
const url = ['--url', 'https://id.example']

afterAll(() => rmSync(folder, { recursive: true }))

describe('the options', () => {
  it('are read', () => {
    const single = { email: 'ada@example.com', password: 'secret' }
    const given = ['--mailbox', 'http://mail.example/api/email', '--edition', '1.1.0', '--json']
    const more = ['--require', 'codes,terminal', '--only', 'login,token', '--timeout', '5']
    const accounts = ['--accounts', file('accounts.json', { single }), '--interface-only']
    const environment = { CONFORMANCE_JWT_SECRET: 'a secret' }
    expect(readOptions([...url, ...given, ...more, ...accounts], environment)).toEqual({
      ok: true,
      value: {
        json: true,
        conformance: {
          url: 'https://id.example',
          mailbox: 'http://mail.example/api/email',
          edition: '1.1.0',
          level: 'interface',
          require: ['codes', 'terminal'],
          only: ['login', 'token'],
          accounts: { single },
          jwtSecret: 'a secret',
          timeoutSeconds: 5,
          agents: {},
        },
      },
    })
  })

  it.each([
    ['--url is needed.', []],
    ['--url must begin with http:// or https://.', ['--url', 'id.example']],
    ['--mailbox must begin with http:// or https://.', [...url, '--mailbox', 'mail.example']],
    ['--prefix must begin with /.', [...url, '--prefix', 'identity']],
    ['--edition must be 1.1.0 or 1.2.0.', [...url, '--edition', '2']],
    ['--timeout must be a number of seconds, at most 600.', [...url, '--timeout', 'long']],
    ["Unknown option '--urk'.", ['--urk', 'x']],
  ])('are refused with "%s"', (mistake, parameters) => {
    expect(readOptions(parameters, {})).toEqual({ ok: false, mistake })
  })

  it('name what can be required', () => {
    const reading = readOptions([...url, '--require', 'codes,magic'], {})
    expect(reading).toEqual({
      ok: false,
      mistake: expect.stringMatching(/^--require takes sign-up, codes/),
    })
  })

  it.each([
    ['that is not there', join(folder, 'nowhere.json')],
    ['without accounts', file('empty.json', {})],
    [
      'with an account that lacks a password',
      file('half.json', { single: { email: 'a@b.example' } }),
    ],
    [
      'with an account of another kind',
      file('other.json', { admin: { email: 'a@b.example', password: 'p' } }),
    ],
  ])('refuse a file of accounts %s', (_, path) => {
    const reading = readOptions([...url, '--accounts', path], {})
    expect(reading).toEqual({ ok: false, mistake: expect.stringMatching(/^--accounts: /) })
  })
})

function file(name: string, content: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}
