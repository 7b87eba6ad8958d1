import { expect, it } from '@jest/globals'
import { addAccount, openTestStore, type TestStore } from '../open-test-store.ts'
import { processTimeout, raceProcesses } from '../processes/fork-process.ts'
import { account, now, session } from '../samples.ts'

/** What holds for several processes on one database. @param address Known when a test runs. */
export function describeProcesses(name: string, address: () => string): void {
  it(
    `T-81: of two processes that read a token in ${name} and then spend it, one succeeds`,
    async () => {
      const digests = Array.from({ length: 20 }, (_, number) => `digest-${number}`)
      const opened = await openTestStore(address())
      await addAccount(opened.store)
      await insertTokens(opened, digests)

      const program = new URL('../processes/spend-tokens.ts', import.meta.url)
      const spent = (await raceProcesses(2, program, address(), ...digests)).flat()
      expect(spent.toSorted()).toStrictEqual(digests.toSorted())
      await opened.database.close()
    },
    processTimeout,
  )
}

async function insertTokens({ store }: TestStore, digests: readonly string[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const digest of digests) {
      await tx.oneTimeTokens.insert({
        digest,
        purpose: 'reset_password',
        accountId: account.id,
        createdAt: now,
        expiresAt: session.expiresAt,
        lease: null,
      })
    }
  })
}
