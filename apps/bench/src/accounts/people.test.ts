import { describe, expect, it } from '@jest/globals'
import { countPeople, countTenants, isAlone, personOf, tenantOf } from './people.ts'

const accounts = Array.from({ length: 1000 }, (_, account) => account)
const byPerson = Map.groupBy(accounts, personOf)

describe('a thousand accounts', () => {
  it('belong to people with one, two and four of them', () => {
    const sizes = Array.from(byPerson.values(), ({ length }) => length)
    const having = (count: number) => sizes.filter((size) => size === count).length
    expect([1, 2, 3, 4, 5].map(having)).toEqual([800, 60, 0, 20, 0])
  })

  it('belong to as many people as it is said', () => {
    expect(countPeople(1000)).toBe(byPerson.size)
    expect(countPeople(0)).toBe(0)
  })

  it('are alone where it is said', () => {
    const alone = accounts.filter((account) => byPerson.get(personOf(account))?.length === 1)
    expect(accounts.filter(isAlone)).toEqual(alone)
  })

  it('are in organizations of ten, and nobody twice in one', () => {
    const byTenant = Map.groupBy(accounts, (account) => tenantOf(account, 1000))
    expect(byTenant.size).toBe(countTenants(1000))
    for (const members of byTenant.values()) {
      expect(new Set(members.map(personOf)).size).toBe(10)
    }
  })
})
