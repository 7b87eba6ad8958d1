import { describe, expect, it } from '@jest/globals'
import { readQuestion } from './read-question.ts'

const path = '/check'

const whole = {
  'X-Forwarded-Method': 'POST',
  'X-Forwarded-Host': 'a.example',
  'X-Forwarded-Uri': '/api/machines?x=%2F',
}

function ask(fields: Readonly<Record<string, string>> | readonly string[], url = path) {
  const own = Array.isArray(fields) ? fields : Object.entries(fields).flat()
  return readQuestion({ method: 'GET', url, rawHeaders: ['Host', 'gate', ...own] }, path)
}

describe('what a proxy hands on in header fields', () => {
  it('is taken as it is written', () => {
    const handedOn = {
      kind: 'handed_on',
      method: 'POST',
      host: 'a.example',
      target: '/api/machines?x=%2F',
    }
    expect(ask(whole)).toEqual(handedOn)
    expect(ask(whole, '/check?token=x')).toEqual(handedOn)
  })

  it.each(Object.keys(whole))('is unclear without %s', (name) => {
    const { [name]: _, ...others } = whole as Readonly<Record<string, string>>
    expect(ask(others)).toEqual({ kind: 'unclear' })
  })

  it.each(Object.keys(whole))('T-109: is unclear with %s twice, in whatever case', (name) => {
    const again = [name.toLowerCase(), Object(whole)[name]]
    expect(ask([...Object.entries(whole).flat(), ...again])).toEqual({ kind: 'unclear' })
  })

  it('T-109: is read from no other field, so that nobody chooses one', () => {
    const others = {
      'X-Original-URI': '/',
      'X-Original-URL': 'https://a.example/',
      'X-Original-Method': 'GET',
      'X-Forwarded_Uri': '/',
      X_Forwarded_Uri: '/',
      'X-Forwarded-Path': '/',
    }
    expect(ask(others)).toEqual({ kind: 'own' })
    expect(ask({ ...others, ...whole })).toEqual(ask(whole))
  })
})

describe('what a proxy asks with the target behind the address', () => {
  const below = (url: string, rawHeaders: readonly string[]) =>
    readQuestion({ method: 'DELETE', url, rawHeaders: [...rawHeaders] }, path)

  it('is the request itself', () => {
    expect(below('/check/api/m?x=1', ['Host', 'a.example'])).toEqual({
      kind: 'handed_on',
      method: 'DELETE',
      host: 'a.example',
      target: '/api/m?x=1',
    })
  })

  it('T-109: is unclear with a second target or method', () => {
    for (const name of ['X-Forwarded-Uri', 'X-Forwarded-Method']) {
      expect(below('/check/api/m', ['Host', 'a.example', name, 'x'])).toEqual({ kind: 'unclear' })
    }
  })

  it('is unclear without a host', () => {
    expect(below('/check/api/m', [])).toEqual({ kind: 'unclear' })
  })
})

it('is about the token of the sender where nothing is handed on', () => {
  expect(ask({})).toEqual({ kind: 'own' })
  expect(ask({ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Proto': 'https' })).toEqual({
    kind: 'own',
  })
})
