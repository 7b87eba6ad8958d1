/** Services with a fault each: the gateway as it is shipped, behind a proxy that plants it. */
import { unlimited } from '@gatehouse/gateway/testing'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { runConformance } from '../src/run-conformance.ts'
import { startFaultProxy } from '../test-support/fault-proxy.ts'
import { jwtSecret, openSubject, type Subject } from '../test-support/open-subject.ts'
import { type PlantedFault, plantedFaults } from '../test-support/planted-faults.ts'

// A run is a hundred and eighty requests, one after the other.
jest.setTimeout(180_000)

let subject: Subject

beforeAll(async () => {
  subject = await openSubject(unlimited)
})
afterAll(() => subject.close())

describe('a service with a fault fails the check that is about it, and says what is wrong:', () => {
  it.each(plantedFaults)('$name', async (fault) => {
    const { results } = await check(fault)
    const failed = results.filter(({ outcome }) => outcome !== 'passed')
    expect(failed.map(({ check: { id }, outcome }) => [id, outcome])).toEqual([
      [fault.foundBy, 'failed'],
    ])
    for (const words of fault.says) expect(failed[0]?.why).toContain(words)
  })
})

async function check({ foundBy, with: more = [], plant }: PlantedFault) {
  const proxy = await startFaultProxy(subject.url, plant())
  try {
    return await runConformance({
      url: proxy.url,
      mailbox: subject.mailboxUrl,
      jwtSecret,
      only: [foundBy, ...more],
      // The one that waits for a mail in vain waits for so long.
      timeoutSeconds: foundBy === 'reset-password.mail' ? 10 : 60,
    })
  } finally {
    await proxy.close()
  }
}
