import type { Ports } from '../ports/ports.ts'

/** The mails that this process has sent and could not record yet. */
export interface SentMails {
  /** Records that a mail was sent, now or with the next `catchUp`. @throws {PortError} `store`. */
  record(id: string): Promise<void>

  /** Records the mails that could not be recorded before. @throws {PortError} `store`. */
  catchUp(): Promise<void>
}

/**
 * Keeps mails in memory whose record the store did not take. While there is one, no other mail may be handed
 * over, so that an outage of the store causes at most one duplicate.
 */
export function createSentMails({ clock, store }: Pick<Ports, 'clock' | 'store'>): SentMails {
  const unrecorded = new Map<string, Date>()
  const mark = async (id: string, sentAt: Date) => {
    await store.transaction((tx) => tx.outbox.markSent(id, sentAt))
    unrecorded.delete(id)
  }
  return {
    async record(id) {
      const sentAt = clock.now()
      unrecorded.set(id, sentAt)
      await mark(id, sentAt)
    },
    async catchUp() {
      for (const [id, sentAt] of unrecorded) await mark(id, sentAt)
    },
  }
}
