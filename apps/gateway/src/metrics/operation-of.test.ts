import { type Operation, operations, pathsOf } from '@gatehouse/http-api'
import { describe, expect, it } from '@jest/globals'
import { operationOf } from './operation-of.ts'

describe('the operation of a request', () => {
  it.each(Object.entries<Operation>(operations))('%s is its own', (name, operation) => {
    const method = operation.method.toUpperCase()
    for (const pattern of pathsOf(operation)) {
      const path = pattern.replaceAll(/\{\w+\}/g, 'secret-17')
      expect(operationOf(method, path)).toBe(name)
      expect(operationOf(method, `${path}?token=secret`)).toBe(name)
    }
  })

  it.each([
    ['GET', '/api/auth/oidc/provider_a', 'startOidcLogin'],
    ['GET', '/api/auth/oidc/provider_b/callback?code=x', 'finishOidcLogin'],
    ['DELETE', '/api/auth/login', 'other'],
    ['POST', '/api/auth/nowhere', 'other'],
    ['GET', '/api/auth', 'other'],
    ['GET', '/api/auth/tenants//organization', 'other'],
    ['GET', '/api/auth/tenants/a/b/organization', 'other'],
    ['GET', '/api/machines/17', 'backend'],
    ['GET', '/api/terminal/agent-7/ws', 'terminal'],
    ['GET', '/api/auth/verify', 'check'],
    ['HEAD', '/api/auth/verify?token=secret', 'check'],
    ['POST', '/api/auth/verify/api/terminal/a/ws?token=secret', 'check'],
    ['GET', '/api/auth/verify-emails', 'other'],
    ['GET', '/readyz?exclude=mail', 'health'],
    ['GET', '/docs/errors', 'docs'],
    ['GET', '/openapi.json', 'docs'],
    ['GET', '/pages/logo', 'pages'],
    ['GET', '/no-such-thing', 'pages'],
    ['OPTIONS', '*', 'other'],
    ['GET', 'http://elsewhere/', 'other'],
    ['', '', 'other'],
  ])('T-75: %s %s is %s', (method, target, operation) => {
    expect(operationOf(method, target)).toBe(operation)
  })
})
