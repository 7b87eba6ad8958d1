import { describe, expect, it } from '@jest/globals'
import { createTerminalSlots } from './terminal-slots.ts'

const caps = { perUser: 10, perTenant: 10, perNetwork: 10 }

function party(userId: string, network: string, tenantId = 'acme') {
  return { userId, tenantId, network }
}

describe('terminal slots', () => {
  it('T-80: gives one account so many, from whatever network', () => {
    const slots = createTerminalSlots({ ...caps, perUser: 2 })
    const taken = ['a', 'b', 'c'].map((network) => slots.take(party('ada', network)))
    expect(taken.map(Boolean)).toEqual([true, true, false])
    expect(slots.take(party('bob', 'c'))).toBeDefined()
  })

  it('T-80: gives one network so many, to whatever account', () => {
    const slots = createTerminalSlots({ ...caps, perNetwork: 2 })
    const taken = ['ada', 'bob', 'eve'].map((user) => slots.take(party(user, 'n')))
    expect(taken.map(Boolean)).toEqual([true, true, false])
  })

  it('T-89: gives one organization so many, to whatever account and network', () => {
    const slots = createTerminalSlots({ ...caps, perTenant: 2 })
    const taken = ['ada', 'bob', 'eve'].map((user) => slots.take(party(user, user)))
    expect(taken.map(Boolean)).toEqual([true, true, false])
    expect(slots.take(party('mallory', 'm', 'globex'))).toBeDefined()
  })

  it('takes a freed place again, however often it is freed', () => {
    const slots = createTerminalSlots({ ...caps, perUser: 1, perNetwork: 1 })
    const free = slots.take(party('ada', 'n'))
    free?.()
    free?.()
    expect([slots.take(party('ada', 'n')), slots.take(party('ada', 'n'))].map(Boolean)).toEqual([
      true,
      false,
    ])
  })

  it('takes no place of the one when the other is full', () => {
    const slots = createTerminalSlots({ ...caps, perUser: 1, perNetwork: 5 })
    slots.take(party('ada', 'n'))
    for (let count = 0; count < 10; count += 1) slots.take(party('ada', 'n'))
    expect(slots.take(party('bob', 'n'))).toBeDefined()
  })
})
