import { describe, expect, it } from '@jest/globals'
import { type PasswordLeases, whileLeased } from './password-leases.ts'

const ada = { credentialId: 'ada', isAgain: false }

/** Turns that several share, as processes do. */
function sharedLeases(): PasswordLeases {
  const taken = new Set<string>()
  return {
    async take(id) {
      if (taken.has(id)) return undefined
      taken.add(id)
      return async () => void taken.delete(id)
    },
  }
}

describe('F-3: checks of the same user in several processes', () => {
  it('are made one after the other', async () => {
    const leases = sharedLeases()
    let underWay = 0
    const most: number[] = []
    const check = async () => {
      underWay += 1
      most.push(underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    }
    await Promise.all(Array.from({ length: 5 }, () => whileLeased(leases, ada, check)))
    expect(most).toEqual([1, 1, 1, 1, 1])
  })

  it('give the lease back when one fails', async () => {
    const leases = sharedLeases()
    const failing = whileLeased(leases, ada, () => Promise.reject(new Error('Keycloak is away')))
    await expect(failing).rejects.toThrow('Keycloak is away')
    expect(await whileLeased(leases, ada, async () => 'checked')).toBe('checked')
  })

  it('are answered when the end of a lease could not be noted', async () => {
    const leases: PasswordLeases = {
      take: async () => () => Promise.reject(new Error('the database is away')),
    }
    expect(await whileLeased(leases, ada, async () => 'checked')).toBe('checked')
  })
})
