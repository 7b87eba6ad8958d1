import type { Mail, Mailer, PortError } from '../../src/ports/index.ts'
import { copyOf } from './copy-of.ts'

/** A {@link Mailer} that keeps the mails it was given. */
export interface MemoryMailer extends Mailer {
  /** Everything sent so far, oldest first. */
  readonly sent: readonly { readonly id: string; readonly mail: Mail }[]
  /**
   * Makes `prepare` throw this error from now on, and `checkReady` too unless it is `rejected`; `null` ends
   * that.
   */
  failWith(error: PortError | null): void
}

/** Makes a {@link Mailer} that delivers into its own `sent`. */
export function createMemoryMailer(): MemoryMailer {
  const sent: { readonly id: string; readonly mail: Mail }[] = []
  let error: PortError | null = null

  return {
    sent,

    failWith(next) {
      error = next
    },

    async prepare(id, mail) {
      if (error !== null) throw error
      const content = copyOf(mail)
      return {
        async send() {
          sent.push({ id, mail: content })
        },
        cancel() {},
      }
    },

    async checkReady() {
      // A server that refuses one mail still accepts connections.
      if (error !== null && error.failure !== 'rejected') throw error
    },
  }
}
