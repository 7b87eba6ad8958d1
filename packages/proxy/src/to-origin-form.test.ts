import { describe, expect, it } from '@jest/globals'
import { toOriginForm } from './to-origin-form.ts'

describe('a target in absolute form', () => {
  const formOf = (url: string, host = 'gate.example:8080') => {
    const request = { url, headers: { host } }
    toOriginForm(request)
    return request.url
  }

  it.each([
    ['http://gate.example:8080/healthz', '/healthz'],
    ['HTTPS://Gate.Example:8080/api/m?a=b', '/api/m?a=b'],
    ['http://gate.example:8080', '/'],
    ['http://gate.example:8080?a', '/?a'],
    ['http://gate.example:8080//evil', '//evil'],
  ])('B-213: is read where it names the host: %s', (url, path) => {
    expect(formOf(url)).toBe(path)
  })

  it.each([
    ['http://evil.example/healthz'],
    ['http://gate.example/healthz'],
    ['http://a@gate.example:8080/'],
    ['ftp://gate.example:8080/'],
    ['/healthz'],
    ['*'],
  ])('T-64: stays what it is where it does not: %s', (url) => {
    expect(formOf(url)).toBe(url)
  })
})
