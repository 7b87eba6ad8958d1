import { createSerialQueue } from '../../src/lib/serial-queue.ts'
import type { Store, Transaction } from '../../src/ports/index.ts'
import { memoryAccounts } from './store/memory-accounts.ts'
import { memoryApiKeys } from './store/memory-api-keys.ts'
import { memoryAuditChain } from './store/memory-audit-chain.ts'
import { memoryAuditLog } from './store/memory-audit-log.ts'
import { memoryEndings } from './store/memory-endings.ts'
import { memoryExternalIdentities } from './store/memory-external-identities.ts'
import { memoryInvitations } from './store/memory-invitations.ts'
import { memoryOneTimeTokens } from './store/memory-one-time-tokens.ts'
import { memoryOtpChallenges } from './store/memory-otp-challenges.ts'
import { memoryOutbox } from './store/memory-outbox.ts'
import { memoryReplicas } from './store/memory-replicas.ts'
import { memorySessions } from './store/memory-sessions.ts'
import { memorySigningKeys } from './store/memory-signing-keys.ts'
import { draftOf, emptyState, type StateOfTransaction } from './store/memory-state.ts'
import { memoryTenants } from './store/memory-tenants.ts'

/** Options of a memory store. */
export interface MemoryStoreOptions {
  /**
   * Whether to run the work of each transaction twice and keep the second run, which reveals work with side
   * effects that the port forbids.
   */
  readonly rehearse?: boolean
}

/**
 * A {@link Store} in memory. Transactions run one at a time, so a transaction that is started within another
 * waits for ever, as it may in a database.
 */
export function createMemoryStore({ rehearse = false }: MemoryStoreOptions = {}): Store {
  const exclusively = createSerialQueue()
  let committed = emptyState()

  async function run<Result>(work: (tx: Transaction) => Promise<Result>) {
    const draft = draftOf(committed)
    let ended = false
    const transaction = transactionOn(() => {
      if (ended) throw new TypeError('the transaction has ended')
      return draft
    })
    try {
      return { draft, result: await work(transaction) }
    } finally {
      ended = true
    }
  }

  return {
    transaction: (work) =>
      exclusively(async () => {
        if (rehearse) await run(work)
        const { draft, result } = await run(work)
        committed = draft
        return result
      }),

    async checkReady() {},
  }
}

function transactionOn(state: StateOfTransaction): Transaction {
  return {
    tenants: memoryTenants(state),
    accounts: memoryAccounts(state),
    externalIdentities: memoryExternalIdentities(state),
    otpChallenges: memoryOtpChallenges(state),
    oneTimeTokens: memoryOneTimeTokens(state),
    invitations: memoryInvitations(state),
    sessions: memorySessions(state),
    apiKeys: memoryApiKeys(state),
    endings: memoryEndings(state),
    signingKeys: memorySigningKeys(state),
    replicas: memoryReplicas(state),
    outbox: memoryOutbox(state),
    auditLog: memoryAuditLog(state),
    auditChain: memoryAuditChain(state),
  }
}
