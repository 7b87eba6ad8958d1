import { connect, type Socket } from 'node:net'

/** Where the runtime socket of an edge is: a path on this machine, or a host and a port. */
export type EdgeAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number }

/** Reads an address, such as `/run/edge/admin.sock`, `10.0.0.5:9999` or `[fd00::5]:9999`. */
export function edgeAddress(text: string): EdgeAddress {
  if (text.startsWith('/')) return { path: text }
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(text) ?? []
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

/** A conversation with HAProxy over its runtime socket (HAProxy's management guide, section 9.3). */
export interface RuntimeSocket {
  /** Sends one command, with the lines that belong to it, and returns what HAProxy answers. */
  ask(command: string): Promise<string>
}

/** Milliseconds that a whole conversation may take. */
const patienceMs = 2000

/** What HAProxy writes when it waits for the next command. */
const prompt = '\n> '

/**
 * Talks with an edge, and hangs up.
 *
 * @throws {Error} When it cannot be reached, hangs up, or does not answer in time.
 */
export async function converse<Result>(
  address: EdgeAddress,
  talk: (runtime: RuntimeSocket) => Promise<Result>,
): Promise<Result> {
  const socket = connect({ ...address, timeout: patienceMs })
  const timer = setTimeout(() => socket.destroy(new Error('HAProxy does not answer')), patienceMs)
  try {
    const ask = createAsk(socket)
    await ask('prompt')
    return await talk({ ask })
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function createAsk(socket: Socket): RuntimeSocket['ask'] {
  let received = ''
  let answered: PromiseWithResolvers<string> | undefined
  let failure: Error | undefined
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    if (!received.endsWith(prompt)) return
    const answer = received.slice(0, -prompt.length)
    received = ''
    answered?.resolve(answer)
  })
  const fail = (error: Error) => {
    failure ??= error
    answered?.reject(failure)
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('HAProxy has hung up')))
  return (command) => {
    if (failure) return Promise.reject(failure)
    answered = Promise.withResolvers<string>()
    socket.write(`${command}\n`)
    return answered.promise
  }
}
