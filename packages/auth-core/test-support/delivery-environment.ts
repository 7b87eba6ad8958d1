import type { Mailer, OutboxEntry, PortError } from '../src/ports/index.ts'
import { createMemoryPorts, type MemoryPorts } from '../testing/index.ts'

/** What a mailer does first in each step, by the mail's id. */
interface Steps {
  readonly prepare?: (id: string, patienceSeconds: number) => Promise<void>
  readonly send?: (id: string, patienceSeconds: number) => Promise<void>
  /** After it has sent. */
  readonly sent?: (id: string) => Promise<void>
  readonly cancel?: (id: string) => void
}

/** The moment `seconds` after the clock of a set of ports begins. */
export function at(seconds: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000)
}

/** The names of `count` mails. */
export function names(count: number, prefix = 'mail'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
}

/** A mail that is due from the beginning. */
export function entry(id: string): OutboxEntry {
  const mail = {
    kind: 'otp',
    to: `${id}@example.com`,
    organization: 'Acme',
    code: '000000',
    minutes: 5,
  } as const
  return { id, mail, accountId: '', createdAt: at(0), notAfter: null, attempts: 0, dueAt: at(0) }
}

/** Ports with these mails in the outbox. */
export async function withMails(
  ids: readonly string[],
  changes: Partial<OutboxEntry> = {},
): Promise<MemoryPorts> {
  const ports = createMemoryPorts()
  await addMails(ports, ids, changes)
  return ports
}

/** Puts more mails into the outbox. */
export async function addMails(
  { store }: MemoryPorts,
  ids: readonly string[],
  changes: Partial<OutboxEntry> = {},
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const id of ids) await tx.outbox.add({ ...entry(id), ...changes })
  })
}

/** The same ports, whose mailer does something more. */
export function withSteps(ports: MemoryPorts, steps: Steps): MemoryPorts {
  const prepare: Mailer['prepare'] = async (id, mail, patienceSeconds) => {
    await steps.prepare?.(id, patienceSeconds)
    const delivery = await ports.mailer.prepare(id, mail, patienceSeconds)
    return {
      async send(seconds) {
        await steps.send?.(id, seconds)
        await delivery.send(seconds)
        await steps.sent?.(id)
      },
      cancel() {
        steps.cancel?.(id)
      },
    }
  }
  return { ...ports, mailer: { ...ports.mailer, prepare } }
}

/** The ids of the mails that were sent. */
export function sentIds({ mailer }: MemoryPorts): readonly string[] {
  return mailer.sent.map(({ id }) => id)
}

/** Lets everything happen that waits for the event loop alone. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A server that hangs until the clock has moved on by the caller's patience. */
export interface Stall {
  /** Hangs for so long, then fails. */
  hang(patienceSeconds: number): Promise<never>
  /** How many hang now. */
  hanging(): number
  /** Lets time pass, second by second. */
  pass(seconds: number): Promise<void>
}

/** A stall by the clock of these ports. What hangs fails with `error`. */
export function createStall({ clock }: MemoryPorts, error: PortError): Stall {
  let waiting: { readonly until: Date; readonly fail: () => void }[] = []
  return {
    hang(patienceSeconds) {
      const until = new Date(clock.now().getTime() + patienceSeconds * 1000)
      return new Promise((_, reject) => {
        waiting.push({ until, fail: () => reject(error) })
      })
    },
    hanging: () => waiting.length,
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1)
        const over = waiting.filter(({ until }) => until <= clock.now())
        waiting = waiting.filter((each) => !over.includes(each))
        for (const { fail } of over) fail()
        await settle()
      }
    },
  }
}
