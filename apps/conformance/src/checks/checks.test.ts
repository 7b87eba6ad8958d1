import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { checks } from './checks.ts'

const docs = join(import.meta.dirname, '../../../../docs')
const page = readFileSync(join(docs, 'http-api.md'), 'utf8')

describe('the checks', () => {
  it('have a name each, of a subject and what is looked at', () => {
    const ids = checks.map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z]+(?:[-_][a-z]+)*\.[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('name a section of the page on the HTTP API', () => {
    const headings = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, text = '']) =>
      text.replaceAll('`', ''),
    )
    expect(checks.filter(({ section }) => !headings.includes(section))).toEqual([])
  })

  it('say in a sentence what is promised', () => {
    expect(checks.filter(({ says }) => !/^\S.*\.$/.test(says))).toEqual([])
  })

  it('cover every route of the interface, and both editions', () => {
    const sections = new Set(checks.map(({ section }) => section))
    for (const route of [
      'signup',
      'login',
      'select-tenant',
      'verify-otp',
      'logout',
      'forgot-password',
      'reset-password',
    ]) {
      expect(sections).toContain(`POST /api/auth/${route}`)
    }
    expect(new Set(checks.map(({ edition }) => edition))).toEqual(new Set(['1.1.0', '1.2.0']))
  })
})
