import { describe, expect, it } from '@jest/globals'
import { createTerminalSlots } from './terminal-slots.ts'

describe('terminal slots', () => {
  it('T-80: gives one account so many, from whatever network', () => {
    const slots = createTerminalSlots({ perUser: 2, perNetwork: 10 })
    const taken = ['a', 'b', 'c'].map((network) => slots.take('ada', network))
    expect(taken.map(Boolean)).toEqual([true, true, false])
    expect(slots.take('bob', 'c')).toBeDefined()
  })

  it('T-80: gives one network so many, to whatever account', () => {
    const slots = createTerminalSlots({ perUser: 10, perNetwork: 2 })
    const taken = ['ada', 'bob', 'eve'].map((user) => slots.take(user, 'n'))
    expect(taken.map(Boolean)).toEqual([true, true, false])
  })

  it('takes a freed place again, however often it is freed', () => {
    const slots = createTerminalSlots({ perUser: 1, perNetwork: 1 })
    const free = slots.take('ada', 'n')
    free?.()
    free?.()
    expect([slots.take('ada', 'n'), slots.take('ada', 'n')].map(Boolean)).toEqual([true, false])
  })

  it('takes no place of the one when the other is full', () => {
    const slots = createTerminalSlots({ perUser: 1, perNetwork: 5 })
    slots.take('ada', 'n')
    for (let count = 0; count < 10; count += 1) slots.take('ada', 'n')
    expect(slots.take('bob', 'n')).toBeDefined()
  })
})
