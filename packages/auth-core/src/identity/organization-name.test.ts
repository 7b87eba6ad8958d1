import { describe, expect, it } from '@jest/globals'
import confusables from './fixtures/confusables.json' with { type: 'json' }
import { realmNameOf } from './organization-name.ts'

describe('realmNameOf', () => {
  it.each([
    ['acme', 'acme'],
    ['Acme Inc', 'acme-inc'],
    ['acme-inc', 'acme-inc'],
    ['ACME  INC', 'acme--inc'],
    ['Company GmbH', 'company-gmbh'],
    ['a', 'a'],
    ['42', '42'],
    ['masters', 'masters'],
    ['constructor', 'constructor'],
    ['x'.repeat(63), 'x'.repeat(63)],
  ])('turns %j into %j', (name, realm) => {
    expect(realmNameOf(name)).toEqual({ ok: true, value: realm })
  })

  it.each([
    ...['', 'x'.repeat(64), 'x'.repeat(300)].map((name) => [name, 'length']),
    ...['../master', '..', '.', '%2e%2e', 'a/b', 'acme?x=1', 'acme#', 'acme;'].map(refusedFor),
    ...[' master ', '   ', '-', '--', '-acme', 'acme-', 'acme '].map(refusedFor),
    ...['\u0130stanbul', 'acme\u00a0inc', 'acme\tinc', 'acme\n', 'acme_inc'].map(refusedFor),
    ...['acme🚀', 'аcme', '\u212aeycloak'].map(refusedFor),
    ...['master', 'Master', 'ADMIN', 'realms', 'resources'].map((name) => [name, 'reserved']),
    ...['health', 'metrics', 'api', 'auth', 'js'].map((name) => [name, 'reserved']),
  ])('T-25: refuses %j by the rule %s', (name = '', rule = '') => {
    expect(realmNameOf(name)).toMatchObject({ ok: false, rule })
  })

  it('T-25: refuses every character that looks like one of ours', () => {
    const lookAlikes = confusables.map((point) => `ac${String.fromCodePoint(point)}me`)
    expect(lookAlikes.filter((name) => realmNameOf(name).ok)).toEqual([])
  })
})

function refusedFor(name: string): [string, string] {
  return [name, 'characters']
}
