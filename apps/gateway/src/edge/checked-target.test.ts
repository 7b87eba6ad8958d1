import { describe, expect, it } from '@jest/globals'
import { checkedTarget } from './checked-target.ts'

describe('a target that another proxy asks about', () => {
  it.each(['/api/machines', '/', '/grafana/d/x?y=1', '/api/terminal/a/x', '/api/authors'])(
    'may be anywhere: %s',
    (target) => {
      expect(checkedTarget(target, 'GET')).toEqual({ kind: 'plain' })
    },
  )

  it.each([
    ...['//api/machines', '/api/../machines', '/api/%2e%2e/x', '/api/machines%2f..%2fauth', '/a#b'],
    ...['http://a/api/machines', '*', '', 'api/machines', '/api/machines%00', '/api\\machines'],
    ...['/api/auth/login', '/api/auth', '/api/auth/verify', '/api/AUTH/login', '/api/auth.json'],
    ...['/api/terminal/a/ws?token=a&token=b', '/api/terminal/a/ws?TOKEN=a'],
  ])('T-109: is refused as it would be here: %j', (target) => {
    expect(checkedTarget(target, 'GET')).toEqual({ kind: 'refused' })
  })

  it('is a terminal for GET alone, with the token of its query', () => {
    const target = '/api/terminal/a/ws?x=1&token=a.b%2Ec'
    expect(checkedTarget(target, 'GET')).toEqual({ kind: 'terminal', token: 'a.b.c' })
    expect(checkedTarget('/api/terminal/a/ws', 'GET')).toEqual({ kind: 'terminal' })
    for (const method of ['POST', 'HEAD', 'OPTIONS']) {
      expect(checkedTarget(target, method)).toEqual({ kind: 'refused' })
    }
  })

  it('T-74: has no token anywhere else', () => {
    expect(checkedTarget('/api/machines?token=x', 'GET')).toEqual({ kind: 'plain' })
  })
})
