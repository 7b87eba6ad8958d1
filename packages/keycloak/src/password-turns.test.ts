import { describe, expect, it } from '@jest/globals'
import { inTurn, type PasswordTurns } from './password-turns.ts'

const ada = { credentialId: 'ada', isAgain: false }

/** Turns that several share, as processes do. */
function sharedTurns(): PasswordTurns {
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
    const turns = sharedTurns()
    let underWay = 0
    const most: number[] = []
    const check = async () => {
      underWay += 1
      most.push(underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    }
    await Promise.all(Array.from({ length: 5 }, () => inTurn(turns, ada, check)))
    expect(most).toEqual([1, 1, 1, 1, 1])
  })

  it('give the turn back when one fails', async () => {
    const turns = sharedTurns()
    const failing = inTurn(turns, ada, () => Promise.reject(new Error('Keycloak is away')))
    await expect(failing).rejects.toThrow('Keycloak is away')
    expect(await inTurn(turns, ada, async () => 'checked')).toBe('checked')
  })

  it('are answered when the end of a turn could not be noted', async () => {
    const turns: PasswordTurns = {
      take: async () => () => Promise.reject(new Error('the database is away')),
    }
    expect(await inTurn(turns, ada, async () => 'checked')).toBe('checked')
  })
})
