import { Readable } from 'node:stream'
import { PortError, type PreparedDelivery } from '@gatehouse/auth-core/ports'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { handOverFailure, mailFailure, ownFailure } from './mail-failure.ts'
import type { MailFault } from './mail-faults.ts'
import type { Transport } from './open-transport.ts'

/** The SMTP conversation about one mail. */
export interface Conversation {
  /**
   * Resolves when the server waits for the content; rejects with a {@link PortError} if it will
   * not.
   */
  readonly delivery: Promise<PreparedDelivery>
  /** Settles when nothing is under way any more. Does not reject. */
  readonly over: Promise<unknown>
  /** Ends the conversation, unless the content is being sent. */
  abandon(): void
}

/** How long the steps before the content may take, in milliseconds. */
export interface ConversationLimits {
  /** From the start until there is a connection. */
  readonly readyMs: number
  /** From the connection until the server asks for the content. */
  readonly acceptanceMs: number
}

/**
 * Starts to hand over a mail, and holds its content back. The content is sent by `send` of the delivery:
 * once, and over the connection on which the server asked for it.
 */
export function converse(
  transport: Transport,
  mail: SendMailOptions,
  limits: ConversationLimits,
): Conversation {
  const deadline = createDeadline()
  const accepted = Promise.withResolvers<PreparedDelivery>()
  const cancel = () => deadline.abort(ownFailure('unavailable', 'connection_lost', 'cancelled'))
  let step: 'preparing' | 'ready' | 'sending' | 'over' = 'preparing'

  deadline.set(limits.readyMs, late('no_answer', 'no connection in time'))
  const delivery = transport.send(mail, deadline.signal, (content) => {
    deadline.set(limits.acceptanceMs, late('recipient_delayed', 'recipient not accepted in time'))
    const { stream, release } = holdBack(content, () => {
      if (step !== 'preparing') return
      deadline.clear()
      step = 'ready'
      accepted.resolve({ send, cancel })
    })
    // Otherwise the driver would start again over another connection, on which the server has not asked for
    // the content.
    return stream.on('close', () => {
      if (step !== 'ready') return
      const message = 'connection closed before the content'
      deadline.abort(ownFailure('unavailable', 'connection_lost', message))
    })

    async function send(patienceSeconds: number) {
      if (step === 'ready') {
        step = 'sending'
        const failure = late('content_delayed', 'content not accepted in time')
        deadline.set(patienceSeconds * 1000, failure)
        release()
      }
      await outcome
    }
  })
  const succeed = () => {
    if (step !== 'sending') throw new PortError('mailer', 'corrupt', new Error('taken unseen'))
  }
  const fail = (error: NodemailerError) => {
    if (error.code === 'EABORT') throw deadline.signal.reason
    throw step === 'sending' ? handOverFailure(error) : mailFailure(error)
  }
  const outcome = delivery.then(succeed, fail).finally(() => {
    deadline.clear()
    step = 'over'
  })

  return {
    delivery: accepted.promise,
    over: outcome.catch(accepted.reject),
    abandon() {
      if (step !== 'sending') cancel()
    },
  }
}

function late(fault: MailFault, message: string): PortError {
  return ownFailure('timeout', fault, message)
}

/** The content as a stream that delivers nothing until it is released. */
function holdBack(content: Buffer, onAsked: () => void) {
  const stream = new Readable({ read: onAsked })
  const release = () => {
    stream.push(content)
    stream.push(null)
  }
  return { stream, release }
}

/** A deadline for each step in turn: the signal aborts when a step takes too long. */
function createDeadline() {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let afterInput: NodeJS.Immediate | undefined
  const abort = (failure: PortError) => controller.abort(failure)
  const clear = () => {
    clearTimeout(timer)
    clearImmediate(afterInput)
  }
  return {
    signal: controller.signal,
    abort,
    clear,
    set(milliseconds: number, failure: PortError) {
      clear()
      timer = setTimeout(() => {
        // An answer may have arrived while this process was busy; it is read first.
        afterInput = setImmediate(abort, failure)
      }, milliseconds)
    },
  }
}
