import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { resealRecords } from './reseal-records.ts'

let ports: ReturnType<typeof createMemoryPorts>
let asked: (boolean | undefined)[]
/** A replica that is started while the texts are sealed. */
let isOneStarted: boolean

const until = new Date('2030-01-07T09:00:00.000Z')
const sealed = { name: 'API keys', seen: 3, stale: 2, unreadable: 0 }

beforeEach(() => {
  ports = createMemoryPorts()
  asked = []
  isOneStarted = false
})

describe('what is told of sealing anew', () => {
  it('is how many texts there were, and which links need the key before', async () => {
    const { exit, objects, printed } = await reseal()
    expect([exit, asked]).toEqual(['done', [false]])
    expect(printed).toEqual(['API keys: 3, of which 2 were sealed anew'])
    const links = { links: 1, links_until: until, other_replicas: 0 }
    expect(objects).toEqual([{ dry_run: false, texts: [sealed], ...links }])
  })

  it('is the same of a dry run, with the replicas that are in the way', async () => {
    await startReplica()
    const { exit, objects } = await reseal({ dryRun: true })
    expect([exit, asked]).toEqual(['done', [true]])
    expect(objects).toMatchObject([{ dry_run: true, texts: [sealed], other_replicas: 1 }])
  })

  it('is why nothing was done, in words alone, while a replica seals with another key', async () => {
    await startReplica()
    const { exit, lines, objects } = await reseal()
    expect([exit, asked, objects]).toEqual(['left', [], undefined])
    expect(lines.at(-1)).toBe('Nothing was changed.')
  })

  it('is what is left: texts that no key opens, and replicas that were started meanwhile', async () => {
    const lost = { ...sealed, unreadable: 1 }
    const first = await reseal({ report: [lost] })
    expect(first).toMatchObject({ exit: 'left', objects: [{ texts: [lost], other_replicas: 0 }] })
    isOneStarted = true
    const second = await reseal()
    expect(second).toMatchObject({ exit: 'left', objects: [{ other_replicas: 1 }] })
  })
})

async function reseal({ dryRun = false, report = [sealed] } = {}) {
  const printed: string[] = []
  const console = { print: (...all: string[]) => void printed.push(...all), progress: () => {} }
  const records = {
    ports,
    sealsWith: 'new',
    outstandingLinks: async () => ({ count: 1, until }),
    reseal: async (options: { readonly dryRun?: boolean }) => {
      asked.push(options.dryRun)
      if (isOneStarted) await startReplica()
      return report
    },
  }
  return { ...(await resealRecords(records, { dryRun }, console)), printed }
}

/** One that seals with the key before. */
async function startReplica(): Promise<void> {
  const startedAt = ports.clock.now()
  const aliveUntil = new Date(startedAt.getTime() + 10_000)
  const replica = { id: 'r1', startedAt, aliveUntil, terminals: 0, sealsWith: 'old' }
  await ports.store.transaction((tx) => tx.replicas.put(replica))
}
