import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'

const securityContact = 'mailto:security@example.com'
const changePasswordUrl = 'https://id.example/account#password'
const app = createStandInApp({}, { securityContact, changePasswordUrl })
const bare = createStandInApp({}, { hasPages: false })

describe('the addresses that others look for', () => {
  it('have the logo for browsers that were told no icon, which runs no script', async () => {
    for (const each of [app, bare]) {
      const { status, type, headers, body } = await request(each).get('/favicon.ico')
      expect([status, type]).toEqual([200, 'image/svg+xml'])
      expect(String(body)).toContain('<svg')
      expect(headers['content-security-policy']).toContain('sandbox')
    }
  })

  it('keep search engines away from everything', async () => {
    const { status, type, text } = await request(app).get('/robots.txt')
    expect([status, type, text]).toEqual([200, 'text/plain', 'User-agent: *\nDisallow: /\n'])
  })

  it('lead password managers to where the password is changed', async () => {
    const { status, headers } = await request(app).get('/.well-known/change-password')
    expect([status, headers.location]).toEqual([303, changePasswordUrl])
  })

  it('name whom to tell of a fault, for a month from now', async () => {
    const { status, headers, text } = await request(app).get('/.well-known/security.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text.split('\n')).toEqual([
      'Contact: mailto:security@example.com',
      'Expires: 2030-01-31T00:00:00.000Z',
      'Canonical: https://id.example/.well-known/security.txt',
      '',
    ])
  })

  it.each(['/.well-known/change-password', '/.well-known/security.txt'])(
    'have no %s where there is nothing to say',
    async (path) => {
      expect((await request(bare).get(path)).status).toBe(404)
    },
  )

  it.each([
    '/favicon.ico',
    '/robots.txt',
    '/.well-known/change-password',
    '/.well-known/security.txt',
  ])('are there to be read alone: %s', async (path) => {
    const head = await request(app).head(path)
    expect([200, 303]).toContain(head.status)
    const { status, headers, body } = await request(app).post(path)
    expect([status, headers.allow, body.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
  })
})
