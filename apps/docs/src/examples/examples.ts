import { join } from 'node:path'
import { top } from '../pages.ts'

/** The folder of the examples. */
export const examplesFolder = join(top, 'docs/examples')

/** A service under `docs/examples`. */
export interface Example {
  /** The server that it runs under. */
  readonly name: string
  /** Its file, from the folder of the examples. */
  readonly file: string
  /** Whether Node cannot run it as it is, as it has decorators. */
  readonly hasDecorators?: true
  /** How it ends when it is asked to by `SIGTERM`. */
  readonly endsBy: 0 | 'SIGTERM'
}

/** Those that need nothing besides Node. */
export const examples: readonly Example[] = [
  { name: 'node:http', file: 'node-http.ts', endsBy: 0 },
  { name: 'Express', file: 'express.ts', endsBy: 0 },
  { name: 'Fastify', file: 'fastify.ts', endsBy: 0 },
  { name: 'Hono', file: 'hono.ts', endsBy: 0 },
  // Nest closes, and then sends itself the signal that it was sent.
  { name: 'NestJS', file: 'nestjs/main.ts', hasDecorators: true, endsBy: 'SIGTERM' },
]

/** The one whose passwords, mails and counters are elsewhere: it needs a Redis. */
export const exampleWithOwnPorts: Example = {
  name: 'ports of other makes',
  file: 'own-ports.ts',
  endsBy: 0,
}
