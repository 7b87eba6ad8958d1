import { Readable } from 'node:stream'
import { PortError, type PortFailure, type PreparedDelivery } from '@gatehouse/auth-core/ports'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { handOverFailure, mailFailure } from './mail-failure.ts'
import type { Transport } from './open-transport.ts'

/** One mail on its way to the server. */
export interface Conversation {
  /** Settles when the server waits for the content, or will not. */
  readonly delivery: Promise<PreparedDelivery>
  /** Settles when nothing is under way any more. Does not reject. */
  readonly over: Promise<unknown>
  /** Ends it, unless its content is on its way. */
  abandon(): void
}

/** How long the steps before the content may take, in milliseconds. */
export interface ConversationLimits {
  /** Until there is a connection. */
  readonly readyMs: number
  /** From there until the server asks for the content. */
  readonly acceptanceMs: number
}

/**
 * Begins to hand over a mail, and holds its content back: the server gets it when somebody says so,
 * once, and over the connection on which it asked for it.
 */
export function converse(
  transport: Transport,
  mail: SendMailOptions,
  limits: ConversationLimits,
): Conversation {
  const end = createEnd()
  const accepted = Promise.withResolvers<PreparedDelivery>()
  const cancel = () => end.now('unavailable', 'cancelled')
  let step: 'preparing' | 'held' | 'sending' | 'over' = 'preparing'

  end.after(limits.readyMs, 'no connection in time')
  const delivery = transport.send(mail, end.signal, (content) => {
    end.after(limits.acceptanceMs, 'recipient not accepted in time')
    const { stream, release } = holdBack(content, () => {
      if (step !== 'preparing') return
      end.notYet()
      step = 'held'
      accepted.resolve({ send, cancel })
    })
    // The driver would begin again over another connection, which nobody has waited for.
    return stream.on('close', () => {
      if (step === 'held') end.now('unavailable', 'connection closed before the content')
    })

    async function send(patienceSeconds: number) {
      if (step === 'held') {
        step = 'sending'
        end.after(patienceSeconds * 1000, 'content not accepted in time')
        release()
      }
      await outcome
    }
  })
  const succeed = () => {
    if (step !== 'sending') throw new PortError('mailer', 'corrupt', new Error('taken unseen'))
  }
  const fail = (error: NodemailerError) => {
    if (error.code === 'EABORT') throw end.signal.reason
    throw step === 'sending' ? handOverFailure(error) : mailFailure(error)
  }
  const outcome = delivery.then(succeed, fail).finally(() => {
    end.notYet()
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

/** The content as a stream that has nothing to read until it is released. */
function holdBack(content: Buffer, onAsked: () => void) {
  const stream = new Readable({ read: onAsked })
  const release = () => {
    stream.push(content)
    stream.push(null)
  }
  return { stream, release }
}

/** Ends a conversation, now or when a step takes too long; the next step has a time of its own. */
function createEnd() {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: NodeJS.Immediate | undefined
  const now = (failure: PortFailure, reason: string) => {
    controller.abort(new PortError('mailer', failure, new Error(reason)))
  }
  const notYet = () => {
    clearTimeout(timer)
    clearImmediate(last)
  }
  return {
    signal: controller.signal,
    now,
    notYet,
    after(milliseconds: number, reason: string) {
      notYet()
      timer = setTimeout(() => {
        // An answer that came while this process was too busy to see it is read first.
        last = setImmediate(now, 'timeout', reason)
      }, milliseconds)
    },
  }
}
