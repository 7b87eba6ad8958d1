import type { Sealer } from '../src/index.ts'

/** A sealer without encryption: a plain text no longer shows, and contexts are told apart. */
export function createToySealer(keyId: string, previous: readonly string[] = []): Sealer {
  return {
    keyId,

    seal: (text, context) => `${keyId}.${hex(JSON.stringify([context, text]))}`,

    open(sealed, context) {
      const [id = '', body = ''] = sealed.split('.')
      if (id !== keyId && !previous.includes(id)) throw new Error('not sealed with this key')
      const [sealedFor, text] = JSON.parse(Buffer.from(body, 'hex').toString()) as string[]
      if (sealedFor !== context || text === undefined) throw new Error('not sealed for this')
      return text
    },

    isCurrent: (text) => text.startsWith(`${keyId}.`),

    lookupHashes(text, context) {
      const hash = (id: string) => `${id}.${hex(JSON.stringify(['hash', context, text]))}`
      return [hash(keyId), ...previous.map(hash)]
    },
  }
}

/** The sealer of most tests. */
export const toySealer = createToySealer('toy')

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}
