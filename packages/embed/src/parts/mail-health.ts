import type { Mailer } from '@gatehouse/auth-core/ports'

/** Whether mails can be sent, by the last probe. */
export interface MailHealth {
  /** `false` only while the server is known to be down. */
  isUp(): boolean
  /** Asks the server. */
  probe(): Promise<void>
}

/** Remembers the answer of the last probe. */
export function createMailHealth(mailer: Pick<Mailer, 'checkReady'>): MailHealth {
  let up = true
  return {
    isUp: () => up,
    async probe() {
      up = await mailer.checkReady().then(
        () => true,
        () => false,
      )
    },
  }
}
