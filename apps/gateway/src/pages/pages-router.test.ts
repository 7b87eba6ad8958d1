import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'

const app = createStandInApp()

const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const pages = [
  '/',
  '/login',
  '/otp',
  '/workspaces',
  '/signup',
  '/check-mail',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/dashboard',
  '/machines/build-07/terminal',
  '/docs/errors',
]

describe.each(pages)('the page %s', (path) => {
  it('is HTML, kept by nobody, and tells no other site where the person was', async () => {
    const { status, type, headers } = await request(app).get(path)
    expect([status, type]).toEqual([200, 'text/html'])
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

  it('has no script, style or handler in its markup, and all that it names exists', async () => {
    const { text } = await request(app).get(path)
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)[^>]*>|\s(?:style|on[a-z]+)=/i)
    const files = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name = '']) => name)
    expect(files.filter((name) => /^(?:\/\/|\w+:)/.test(name))).toEqual([])
    const missing: string[] = []
    for (const name of files) {
      const { pathname } = new URL(name, `https://id.example${path}`)
      const { status } = await request(app).get(pathname)
      if (status !== 200) missing.push(name)
    }
    expect(missing).toEqual([])
  })
})

describe('the language of a page', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr,de;q=0.5', 'de'],
    ['en-US,de;q=0.9', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
  ])('for %s is %s', async (accepted, language) => {
    const { text, headers } = await request(app).get('/login').set('Accept-Language', accepted)
    expect(text).toContain(`<html lang="${language}">`)
    expect(headers['content-language']).toBe(language)
    expect(headers.vary).toContain('Accept-Language')
  })
})

describe('the files of the pages', () => {
  const assetOf = async (kind: string): Promise<string> => {
    const { text } = await request(app).get('/login')
    const [, name = ''] = new RegExp(`"(/pages/assets/[^"]+\\.${kind})"`).exec(text) ?? []
    return name
  }

  it.each(['js', 'css'])('may be kept for ever: a new %s file has a new name', async (kind) => {
    const { status, headers } = await request(app).get(await assetOf(kind))
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.vary).toContain('Accept-Encoding')
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('come compressed for %s', async (accepted, encoding) => {
    const name = await assetOf('css')
    const { headers, text } = await request(app).get(name).set('Accept-Encoding', accepted)
    expect(headers['content-encoding']).toBe(encoding)
    if (encoding !== 'br') expect(text).toContain('--accent')
  })

  it('are all there is', async () => {
    for (const path of ['/pages/', '/pages/assets/..%2findex.html', '/pages/assets/constructor']) {
      const answer = await request(app).get(path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
  })

  it('a logo cannot run scripts when it is opened by itself', async () => {
    const { headers, type } = await request(app).get('/pages/logo')
    expect(type).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})

it('T-104: a page is no part of another site', async () => {
  const { headers } = await request(app).get('/login')
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' })
})

it('T-55: a scanner that follows the link of a mail changes nothing', async () => {
  // Every use case of this app fails when called.
  const link = '/verify-email?token=as-a-careless-scanner-writes-it'
  const answers = [await request(app).head(link), await request(app).get(link)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

describe('the address of a terminal', () => {
  it.each([
    '/machines/a.b/terminal',
    '/machines//terminal',
    '/machines/x',
    '/machines/x/terminal/',
  ])('is not %s', async (path) => {
    expect((await request(app).get(path)).status).toBe(404)
  })

  it('is only there to be read', async () => {
    const { status, headers } = await request(app).post('/machines/build-07/terminal')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('without pages', () => {
  const bare = createStandInApp({}, { hasPages: false })

  it('there is the way to the documentation, and no page', async () => {
    const { text } = await request(bare).get('/')
    expect(text).toContain('Sign in with curl')
    for (const path of [
      '/login',
      '/dashboard',
      '/machines/x/terminal',
      '/pages/brand.css',
      '/pages/logo',
    ]) {
      expect([path, (await request(bare).get(path)).status]).toEqual([path, 404])
    }
  })
})
