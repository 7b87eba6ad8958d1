import type { Command } from '../command.ts'

/** `gatehouse audit verify` */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'goes through the audit log, and finds what was changed or removed',
  details: [
    'Gateways that run chain each entry to the one before, and sign the ends of the chain with',
    'the master key. This changes nothing, and gateways go on meanwhile. It ends with 1 and the',
    'number (seq) of the first entry that does not fit. Note the end that it prints elsewhere:',
    'an older state of the whole database has another one.',
  ],
  options: {},
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
