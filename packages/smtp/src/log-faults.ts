import { type Mailer, PortError, type PreparedDelivery } from '@gatehouse/auth-core/ports'
import { adviceOn, isOfOneMail } from './mail-faults.ts'

/** Gets the reasons for which mails are not sent, with what to do about them. */
export interface FaultLog {
  /** A reason that is new. It holds nothing from a mail, no address and no password. */
  warn(facts: { readonly reason: string }, message: string): void
  /** Mails are sent again. */
  info(message: string): void
}

/** Mails whose reason is remembered at once. */
const maxMails = 1000

/**
 * Logs why mails are not sent: what holds for all mails when it changes, and what holds for one mail once for that
 * mail.
 */
export function logFaults(mailer: Mailer, log: FaultLog): Mailer {
  const noted = createNotes(log)
  return {
    checkReady: () => noted(mailer.checkReady()),
    async prepare(id, mail, patienceSeconds) {
      const delivery = await noted(mailer.prepare(id, mail, patienceSeconds), id)
      const send: PreparedDelivery['send'] = (seconds) => noted(delivery.send(seconds), id)
      return { send, cancel: () => delivery.cancel() }
    },
  }
}

/** Waits for the server, and logs why it failed, or that it works again. */
function createNotes(log: FaultLog) {
  const ofMails = new Map<string, string>()
  let ofServer: { readonly reason: string; readonly isProbed: boolean } | undefined

  function warn(reason: string): void {
    log.warn(
      { reason },
      `mail is not sent: ${adviceOn(reason) ?? 'see the log of the mail server'}`,
    )
  }

  function noteFailure(reason: string, id: string | undefined): void {
    if (id !== undefined && isOfOneMail(reason)) {
      if (ofMails.get(id) !== reason) warn(reason)
      if (ofMails.size >= maxMails) ofMails.clear()
      ofMails.set(id, reason)
    } else {
      const isSame = reason === ofServer?.reason
      if (!isSame) warn(reason)
      ofServer = { reason, isProbed: id === undefined || (isSame && ofServer?.isProbed === true) }
    }
  }

  function noteSuccess(id: string | undefined): void {
    // A probe names no sender: a server that refuses ours still answers it.
    if (!ofServer || (id === undefined && !ofServer.isProbed)) return
    ofServer = undefined
    log.info('mail can be sent again')
  }

  return async <Answer>(answer: Promise<Answer>, id?: string): Promise<Answer> => {
    try {
      const given = await answer
      noteSuccess(id)
      return given
    } catch (error) {
      if (error instanceof PortError) noteFailure(error.reason, id)
      throw error
    }
  }
}
