import type { Sealer } from '../src/index.ts'

/** Hides nothing from anybody, but a plain text no longer shows and contexts are told apart. */
export const toySealer: Sealer = {
  seal: (text, context) => Buffer.from(JSON.stringify([context, text])).toString('hex'),

  open(sealed, context) {
    const [sealedFor, text] = JSON.parse(Buffer.from(sealed, 'hex').toString()) as string[]
    if (sealedFor !== context || text === undefined) throw new Error('not sealed for this')
    return text
  },
}
