import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../../test/pages/create-stand-in-app.ts'

const app = createStandInApp()

const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const pages = [
  ['/', 'Sign in with curl'],
  ['/verify-email', 'Confirm your email address'],
  ['/reset-password', 'Choose a new password'],
  ['/docs/errors', 'Error codes'],
] as const

describe.each(pages)('the page %s', (path, words) => {
  it('is HTML and says what it is for', async () => {
    const { status, type, text } = await request(app).get(path)
    expect([status, type]).toEqual([200, 'text/html'])
    expect(text).toContain(words)
  })

  it('is kept by nobody and tells no other site where the person was', async () => {
    const { headers } = await request(app).get(path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })

  it('allows nothing but what this service serves, and no frame around it', async () => {
    const { headers } = await request(app).get(path)
    expect(headers['content-security-policy']).toBe(strictPolicy)
  })

  it('has no script, style or handler in its markup', async () => {
    const { text } = await request(app).get(path)
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)[^>]*>|\s(?:style|on[a-z]+)=/i)
  })

  it('names files by where it is itself, so that it works under any address, and all exist', async () => {
    const { text } = await request(app).get(path)
    const files = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name = '']) => name)
    expect(files.filter((name) => /^(?:\/|\w+:)/.test(name))).toEqual([])
    const missing: string[] = []
    for (const name of files) {
      const { pathname } = new URL(name, `https://id.example${path}`)
      const { status } = await request(app).get(pathname)
      if (status !== 200) missing.push(name)
    }
    expect(missing).toEqual([])
  })

  it('answers a HEAD request without a body', async () => {
    const { status, text } = await request(app).head(path)
    expect([status, text]).toEqual([200, undefined])
  })
})

describe('the files of the pages', () => {
  const files = [
    ['pages.css', 'text/css'],
    ['verify-email.js', 'text/javascript'],
    ['reset-password.js', 'text/javascript'],
    ['icon.svg', 'image/svg+xml'],
  ] as const

  it.each(files)('%s is %s, asked for anew each time', async (name, type) => {
    const answer = await request(app).get(`/pages/${name}`)
    expect([answer.status, answer.type]).toEqual([200, type])
    expect(answer.headers['cache-control']).toBe('no-cache')
    const etag = answer.headers.etag ?? ''
    const again = await request(app).get(`/pages/${name}`).set('If-None-Match', etag)
    expect(again.status).toBe(304)
  })

  it.each(['/pages/', '/pages/../package.json', '/pages/%2e%2e/index.html', '/pages/verify-email'])(
    'are all there is: %s is not found',
    async (path) => {
      const answer = await request(app).get(path)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    },
  )
})

it('T-55: a scanner that follows the link of a mail changes nothing', async () => {
  // Every use case of this app fails when called.
  const link = '/verify-email?token=as-a-careless-scanner-writes-it'
  const answers = [await request(app).head(link), await request(app).get(link)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})
