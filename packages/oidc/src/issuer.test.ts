import { describe, expect, it } from '@jest/globals'
import { fitsTemplate, type IssuerFacts, isEntra, validateIssuer } from './issuer.ts'

const acme = '11111111-2222-3333-4444-555555555555'
const globex = '99999999-8888-7777-6666-555555555555'
const at = (segment: string, host = 'https://login.microsoftonline.com') =>
  `${host}/${segment}/v2.0`

describe('the issuer of a provider that serves itself alone', () => {
  it.each([
    ['https://accounts.google.com', 'https://accounts.google.com'],
    ['https://id.example/realms/staff', 'https://id.example/realms/staff'],
    ['https://id.example/', 'https://id.example'],
    ['https://id.example', 'https://id.example/'],
  ])('set as %s may be published as %s', (configured, published) => {
    expect(validateIssuer({ configured, published })).toEqual({ kind: 'fixed' })
  })

  it.each([
    ['https://id.example', 'https://evil.example'],
    ['https://id.example', 'http://id.example'],
    ['https://id.example', 'https://id.example//'],
    ['https://id.example/a', 'https://id.example/b'],
    ['https://id.example/a', 'https://id.example/a/b'],
    ['https://id.example/a', 'https://id.example/A'],
  ])('set as %s may not be published as %s', (configured, published) => {
    expect(validateIssuer({ configured, published })).toBeNull()
  })
})

describe('T-100: whether a token is of Entra', () => {
  const tid = '11111111-2222-3333-4444-555555555555'
  it.each([
    [true, `https://login.microsoftonline.com/${tid}/v2.0`, { kind: 'fixed' }],
    [true, `https://login.microsoftonline.us/${tid}/v2.0`, { kind: 'fixed' }],
    [
      true,
      `https://id.example/${tid}/v2.0`,
      { kind: 'template', template: 'https://id.example/{tenantid}/v2.0' },
    ],
    [true, `https://id.example/${tid}/v2.0`, { kind: 'fixed', directory: tid }],
    [false, 'https://accounts.google.com', { kind: 'fixed' }],
    [false, 'https://login.microsoftonline.com.evil.example/v2.0', { kind: 'fixed' }],
    [false, 'https://evil.example/login.microsoftonline.com', { kind: 'fixed' }],
  ] as const)('is %s of %s under %j', (expected, issuer, rule) => {
    expect(isEntra(issuer, rule)).toBe(expected)
  })
})

describe('T-22: the issuer of Entra', () => {
  it.each<[string, IssuerFacts, object]>([
    [
      'for all directories is a template',
      { configured: at('organizations'), published: at('{tenantid}') },
      { kind: 'template', template: at('{tenantid}') },
    ],
    [
      'for all directories is one at any host',
      {
        configured: at('common', 'http://127.0.0.1:1'),
        published: at('{tenantid}', 'http://127.0.0.1:1'),
      },
      { kind: 'template', template: at('{tenantid}', 'http://127.0.0.1:1') },
    ],
    [
      'for all directories keeps to the pinned one',
      { configured: at('organizations'), published: at('{tenantid}'), tenant: acme.toUpperCase() },
      { kind: 'template', template: at('{tenantid}'), directory: acme },
    ],
    [
      'for one directory is its own',
      { configured: at(acme), published: at(acme), tenant: acme },
      { kind: 'fixed', directory: acme },
    ],
    [
      'for one directory by its domain names the identifier',
      { configured: at('acme.com'), published: at(acme), tenant: 'acme.com' },
      { kind: 'fixed', directory: acme },
    ],
  ])('%s', (_, facts, rule) => {
    expect(validateIssuer(facts)).toEqual(rule)
  })

  it.each<[string, IssuerFacts]>([
    [
      'of another host',
      { configured: at('organizations'), published: at('{tenantid}', 'https://evil.example') },
    ],
    ['with another path', { configured: at('organizations'), published: `${at('{tenantid}')}/x` }],
    ['with two places', { configured: at('a/b'), published: at('{tenantid}/{tenantid}') }],
    ['that would fit several segments', { configured: at('a/b'), published: at('{tenantid}') }],
    [
      'without a place of its own',
      { configured: at('xorganizations'), published: at('x{tenantid}') },
    ],
    ['of another directory', { configured: at(acme), published: at(globex), tenant: acme }],
    ['of a directory nobody asked for', { configured: at('organizations'), published: at(acme) }],
    [
      'of a domain that is no identifier',
      { configured: at('acme.com'), published: at('x'), tenant: 'acme.com' },
    ],
    [
      'for all where a domain is pinned',
      { configured: at('organizations'), published: at('{tenantid}'), tenant: 'acme.com' },
    ],
    [
      'that names the pinned domain',
      { configured: at('acme.com'), published: at('acme.com'), tenant: 'acme.com' },
    ],
  ])('is not one %s', (_, facts) => {
    expect(validateIssuer(facts)).toBeNull()
  })
})

describe('T-45: an issuer named in a callback', () => {
  it.each([
    [at(acme), true],
    [at('organizations'), false],
    [at(acme, 'https://evil.example'), false],
    [`${at(acme)}/x`, false],
    [at('{tenantid}'), false],
    ['', false],
  ])('%s fits the template: %s', (issuer, fits) => {
    expect(fitsTemplate(at('{tenantid}'), issuer)).toBe(fits)
  })
})
