import type { Command } from '../command.ts'

/** `gatehouse edge keys` */
export const edgeKeys: Command = {
  name: 'edge keys',
  summary: 'writes the map of keys with which an edge starts',
  details: [
    'FILE is gatehouse-edge.map in the folder of the edge. It holds signing keys, for its owner',
    'alone. An edge goes by it for a minute, or as long as --valid says; then, and after',
    'a reload, it waits for gateways with EDGE_SOCKETS to tell it what holds by then.',
  ],
  options: {
    valid: { summary: 'how long an edge may go by it, 1 to 3600', value: 'SECONDS' },
  },
  json: 'prints the result as a JSON object',
  operands: ['FILE'],

  run: async (call) => (await import('./run.ts')).run(call),
}
