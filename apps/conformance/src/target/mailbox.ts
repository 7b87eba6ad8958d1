import { setTimeout as sleep } from 'node:timers/promises'
import { Hindered } from '../expect/outcomes.ts'
import { isObject, type Json } from './answer.ts'

/** Where the mails of the service can be read. */
export interface Mailbox {
  /**
   * Waits for a mail that has something in it.
   *
   * @param address Of the recipient.
   * @param find What is looked for in the text; mails without it are passed over.
   * @returns What was found in the newest such mail, or `undefined` when none came in time.
   * @throws {Hindered} When the mailbox itself cannot be read.
   */
  find(address: string, find: (text: string) => string | undefined): Promise<string | undefined>
}

/** How a mailbox is reached. */
export interface MailboxOptions {
  /** Answers the list of mails. */
  readonly url: string
  /** How long a mail may take, in seconds. */
  readonly patienceSeconds: number
}

const pauseMs = 200

/**
 * Reads mails over the interface of MailDev: the address answers a list of `{ id, to: [{ address }], text }`, the newest
 * last; a mail without `text` is read at the address with `/` and its `id`.
 */
export function createMailbox({ url, patienceSeconds }: MailboxOptions): Mailbox {
  async function look(address: string, find: FindInText): Promise<string | undefined> {
    for (const mail of (await list(url)).toReversed()) {
      const found = isFor(mail, address) ? find(await textOf(url, mail)) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    async find(address, find) {
      const deadline = performance.now() + patienceSeconds * 1000
      for (;;) {
        const found = await look(address, find)
        if (found !== undefined || performance.now() > deadline) return found
        await sleep(pauseMs)
      }
    },
  }
}

type FindInText = (text: string) => string | undefined

async function list(url: string): Promise<readonly Json[]> {
  const mails = await read(url)
  if (!Array.isArray(mails)) throw new Hindered('the mailbox did not answer a list')
  return mails.filter(isObject)
}

async function textOf(url: string, mail: Json): Promise<string> {
  if (typeof mail.text === 'string') return mail.text
  const whole = await read(`${url}/${encodeURIComponent(String(mail.id))}`)
  return isObject(whole) && typeof whole.text === 'string' ? whole.text : ''
}

function isFor({ to }: Json, address: string): boolean {
  if (!Array.isArray(to)) return false
  const isIt = (each: unknown) => typeof each === 'string' && each.toLowerCase() === address
  return to.some((each: unknown) => isIt(isObject(each) ? each.address : each))
}

async function read(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return await response.json()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Hindered(`the mailbox cannot be read: ${reason}`)
  }
}

/** The token of the link in a mail: what follows `token=` or `reset_token=`. */
export function linkTokenIn(text: string): string | undefined {
  return /(?:^|[#?&])(?:reset_)?token=([\w.~-]+)/m.exec(text)?.[1]
}

/** The six digits of a one-time code. */
export function codeIn(text: string): string | undefined {
  return /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0]
}
