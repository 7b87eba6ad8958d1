import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { readSettings } from './read-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
afterAll(() => rmSync(folder, { recursive: true }))

const required = [
  'SMTP_URL=smtp://127.0.0.1:1025',
  'MACHINE_BACKEND_URL=http://127.0.0.1:9000',
] as const

describe('CONFIG_FILE', () => {
  it('holds settings', () => {
    const lines = [
      '\uFEFF# for the gateway\r',
      '# one\u2028line\u2029',
      '',
      ...required,
      'export PORT = 8081   # a comment\r',
      "JWT_ISSUER='a#b\"c'\r",
      'MAIL_FROM="Ada <ada@example.com>"',
      'TRUSTED_PROXIES=',
      'UNRELATED=it is',
    ]
    expect(read(lines)).toMatchObject({
      ok: true,
      notices: [],
      value: {
        http: { port: 8081, trustedProxies: [] },
        auth: { issuer: 'a#b"c' },
        mail: { from: 'Ada <ada@example.com>' },
      },
    })
  })

  it.each([
    ['BRAND_COLOR=#7a1fa2', { pages: { brand: { color: '#7a1fa2' } } }],
    ['BRAND_COLOR=#7a1fa2 # violet', { pages: { brand: { color: '#7a1fa2' } } }],
    ['BRAND_COLOR="#7a1fa2"# violet', undefined],
    ['JWT_ISSUER=a#b', { auth: { issuer: 'a#b' } }],
    ["JWT_ISSUER=it's", { auth: { issuer: "it's" } }],
    ['JWT_ISSUER=a #b', { auth: { issuer: 'a' } }],
    ['JWT_ISSUER=a\t# b', { auth: { issuer: 'a' } }],
    ["BRAND_NAME='a # b' # c", { pages: { brand: { name: 'a # b' } } }],
    ['TRUSTED_PROXIES= # none', { http: { trustedProxies: [] } }],
  ])('takes a # for a comment after a space only: %s', (line, value) => {
    const reading = read([...required, line])
    if (value) expect(reading).toMatchObject({ ok: true, value })
    else expect(reading).toMatchObject({ mistakes: [{ name: 'CONFIG_FILE' }] })
  })

  it('has no value before a comment, which is a mistake of that setting', () => {
    const reading = read([...required, 'BRAND_COLOR = #7a1fa2'])
    expect(reading).toMatchObject({ mistakes: [{ name: 'BRAND_COLOR' }] })
  })

  it('may have lines that end as those of Windows', () => {
    const lines = [...required, 'PORT=8081', "JWT_ISSUER='a'", '', '# the end'].join('\r\n')
    expect(read([lines, ''])).toMatchObject({
      ok: true,
      value: { http: { port: 8081 }, auth: { issuer: 'a' } },
    })
  })

  it('gives way to the environment', () => {
    const reading = read([...required, 'PORT=8081', 'LOG_LEVEL=warn'], { PORT: '8082' })
    expect(reading).toMatchObject({
      value: { http: { port: 8082 }, log: { level: 'warn' } },
    })
  })

  it('gives way to a variable that is set to nothing, which is a mistake', () => {
    expect(read([...required, 'JWT_EXPIRY_HOURS=1'], { JWT_EXPIRY_HOURS: '' })).toMatchObject({
      mistakes: [{ name: 'JWT_EXPIRY_HOURS' }],
    })
  })

  it('is checked like the environment', () => {
    expect(read([...required, 'PORT=x', 'JWT_EXPIRY_HOUR=1'])).toMatchObject({
      mistakes: [{ name: 'PORT' }],
      notices: [{ name: 'JWT_EXPIRY_HOUR' }],
    })
  })

  it.each([
    ['a line without an equals sign', 'JWT_SECRET: hunter2'],
    ['a bare word', 'hunter2'],
    ['a value that a quote would cut off', 'MAIL_FROM="hunter2" <a@example.com>'],
    ['a quote that does not end', 'JWT_SECRET="hunter2'],
    ['a name that is none', '1PORT=hunter2'],
    ['another file', 'CONFIG_FILE=hunter2'],
  ])('is refused with %s, and the line is not shown', (_, line) => {
    const reading = read([...required, line])
    expect(reading).toMatchObject({ ok: false, mistakes: [{ name: 'CONFIG_FILE' }] })
    expect(JSON.stringify(reading)).not.toContain('hunter2')
  })

  it('names the line that is wrong', () => {
    expect(read([...required, '', 'x'])).toMatchObject({
      mistakes: [{ message: expect.stringContaining('look at line 4,') }],
    })
  })

  it.each([
    ['missing', join(folder, 'missing'), 'ENOENT'],
    ['a folder', folder, 'EISDIR'],
  ])('is a mistake when it is %s, and what else may be missing is not', (_, path, code) => {
    const reading = readSettings({ CONFIG_FILE: path, PORT: 'x' }, { isKnownSecret: () => false })
    expect(reading).toMatchObject({
      ok: false,
      mistakes: [
        { name: 'CONFIG_FILE', message: `CONFIG_FILE cannot be read (${code}).` },
        { name: 'PORT' },
      ],
    })
  })
})

function read(lines: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const path = join(folder, 'gatehouse.env')
  writeFileSync(path, lines.join('\n'))
  return readSettings({ ...environment, CONFIG_FILE: path }, { isKnownSecret: () => false })
}
