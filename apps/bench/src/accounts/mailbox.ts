import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '@gatehouse/gateway/testing'

/** The codes that arrive at a mail server, by their recipients. */
export interface Mailbox {
  /** The next code for an address. */
  codeFor(address: string): Promise<string>
  /** Returns when so many mails have arrived since the start of the server. */
  until(count: number): Promise<void>
  /** Stops looking for mails. */
  close(): void
}

const pollMs = 10
const timeoutMs = 120_000

/** Looks at the mails that arrive from now on. */
export function openMailbox({ mails }: MailServer): Mailbox {
  const waiting = new Map<string, (code: string) => void>()
  const codes = new Map<string, string>()
  let seen = mails.length
  const timer = setInterval(() => {
    for (const { subject, text, to } of mails.slice(seen)) {
      const [code] = (/code/i.test(subject) && /\b\d{6}\b/.exec(text)) || []
      const [address = ''] = to
      if (code === undefined) continue
      const take = waiting.get(address)
      waiting.delete(address)
      if (take) take(code)
      else codes.set(address, code)
    }
    seen = mails.length
  }, pollMs)

  return {
    async codeFor(address) {
      const known = codes.get(address)
      codes.delete(address)
      return known ?? new Promise((resolve) => waiting.set(address, resolve))
    },
    async until(count) {
      const end = performance.now() + timeoutMs
      while (mails.length < count) {
        if (performance.now() > end) throw new Error(`${mails.length} of ${count} mails arrived`)
        await sleep(pollMs)
      }
    },
    close: () => clearInterval(timer),
  }
}
