import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'
import { pagePolicy } from './pages-router.ts'

/** What Chromium sends when a person opens an address. */
const navigation =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const app = createStandInApp()
const open = (path: string, each = app) => request(each).get(path).set('Accept', navigation)

describe('an unknown address', () => {
  it.each(['/nowhere', '/login/', '/docs/nowhere', '/.well-known/nowhere', '/apis'])(
    'is a page for a browser: %s',
    async (path) => {
      const { status, type, text, headers } = await open(path)
      expect([status, type]).toEqual([404, 'text/html'])
      expect(text).toContain('There is no such page')
      expect(text).toContain('<a class="button" href="/">')
      expect(headers).toMatchObject({
        'content-security-policy': pagePolicy,
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers.vary).toMatch(/Accept(?!-)/)
    },
  )

  it('speaks the language of the browser', async () => {
    const { text, headers } = await open('/nowhere').set('Accept-Language', 'de-AT')
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Diese Seite gibt es nicht')
    expect(headers['content-language']).toBe('de')
  })

  it('names files that there are, in the looks of the operator', async () => {
    for (const each of [app, createStandInApp({}, { hasPages: false })]) {
      const { text } = await open('/deep/down/nowhere', each)
      expect(text).not.toContain('{{')
      const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)
      const statuses = files.map(async (file) => (await request(each).get(file)).status)
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    }
  })

  it('has a head without a body', async () => {
    const { status, type, text } = await request(app).head('/nowhere').set('Accept', navigation)
    expect([status, type, text]).toEqual([404, 'text/html', undefined])
  })

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/problem+json',
    'application/json, text/html;q=0.5',
  ])('is a problem for a program that accepts %s', async (accepted) => {
    const asked = request(app).get('/nowhere')
    const { status, type, body } = await (accepted ? asked.set('Accept', accepted) : asked)
    expect([status, type, body.code]).toEqual([404, 'application/problem+json', 'not_found'])
  })

  it.each(['/api', '/api/auth/nowhere'])('of the API is always a problem: %s', async (path) => {
    const { status, type, body } = await open(path)
    expect([status, type, body.code]).toEqual([404, 'application/problem+json', 'not_found'])
  })
})
