import { describe, expect, it } from '@jest/globals'
import { createFairQueue, type FairQueueBounds, type Turn } from './fair-queue.ts'

const wide = { inAll: 100, perUser: 100, perTenant: 100, perNetwork: 100 }

/** Turns of parties that are written as `user organization network`. */
function open(bounds: Partial<FairQueueBounds>) {
  const queue = createFairQueue({ ...wide, ...bounds })
  const begun: string[] = []
  const taken = new Map<string, Turn>()
  const take = (name: string, party = `${name} ${name} ${name}`) => {
    const [userId = '', tenantId = '', network = ''] = party.split(' ')
    const answer = queue.take({ userId, tenantId, network }, () => begun.push(name))
    if (!answer.ok) return answer.rejection.code
    taken.set(name, answer.turn)
    return 'taken'
  }
  return { ...queue, begun, take, end: (name: string) => taken.get(name)?.end() }
}

describe('the queue', () => {
  it('begin at once while there is room, then in the order they came', () => {
    const { begun, end, take } = open({ inAll: 2 })
    for (const name of ['a', 'b', 'c', 'd']) take(name)
    expect(begun).toEqual(['a', 'b'])
    end('b')
    end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('T-89: one that may not begin holds up nobody behind it', () => {
    const { begun, end, take } = open({ perUser: 1 })
    take('a', 'ada t n')
    take('b', 'ada t n')
    take('c', 'bob t n')
    expect(begun).toEqual(['a', 'c'])
    end('a')
    expect(begun).toEqual(['a', 'c', 'b'])
  })

  it.each([
    ['account', { perUser: 1 }, 'ada t1 n1', 'ada t2 n2'],
    ['organization', { perTenant: 1 }, 'ada t n1', 'bob t n2'],
    ['network', { perNetwork: 1 }, 'ada t1 n', 'bob t2 n'],
  ])('T-89: as many of one %s wait as may begin', (...[, bounds, first, other]) => {
    const { begun, take } = open(bounds)
    const answers = [take('a', first), take('b', other), take('c', other)]
    expect(answers).toEqual(['taken', 'taken', 'rate_limited'])
    expect(begun).toEqual(['a'])
  })

  it('as many wait in all as may begin', () => {
    const { take } = open({ inAll: 1 })
    expect([take('a'), take('b'), take('c')]).toEqual(['taken', 'taken', 'overloaded'])
  })

  it('T-89: the next is whose organization has least', () => {
    const { begun, end, take } = open({ inAll: 3 })
    take('a', 'u1 acme n')
    take('b', 'u2 acme n')
    take('c', 'u3 globex n')
    take('d', 'u4 acme n')
    take('e', 'u5 globex n')
    take('f', 'u6 initech n')
    end('a')
    end('b')
    expect(begun).toEqual(['a', 'b', 'c', 'f', 'd'])
  })

  it('one that is given up is passed over', () => {
    const { begun, end, take } = open({ inAll: 1 })
    for (const name of ['a', 'b']) take(name)
    end('b')
    take('c')
    end('a')
    expect(begun).toEqual(['a', 'c'])
  })

  it('give back what they had once, however often they end', () => {
    const { begun, end, take } = open({ inAll: 1 })
    for (const name of ['a', 'b']) take(name)
    end('a')
    end('a')
    take('c')
    expect(begun).toEqual(['a', 'b'])
  })

  it('one that ends while it begins leaves its place to the next', () => {
    const queue = createFairQueue({ ...wide, inAll: 1 })
    const party = { userId: 'u', tenantId: 't', network: 'n' }
    const begun: string[] = []
    for (const name of ['a', 'b', 'c']) {
      queue.take(party, (turn) => {
        begun.push(name)
        turn.end()
      })
    }
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('begin all at once when it is over', () => {
    const { beginAll, begun, take } = open({ inAll: 2 })
    for (const name of ['a', 'b', 'c', 'd']) take(name)
    beginAll()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })
})
