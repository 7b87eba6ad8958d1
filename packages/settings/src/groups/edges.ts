import { runtimeSockets } from '../schemas/lists.ts'
import type { SettingList } from '../setting.ts'

/** Edges in front of the gateways. */
export const edgeSettings = {
  EDGE_SOCKETS: {
    schema: runtimeSockets,
    default: '',
    description:
      'The runtime sockets of the [edges](edge.md): HAProxies that check tokens themselves. The gateway tells each, twice a second, which keys hold and which sessions have ended. A socket on another machine has to be reached over a private network: keys go over it.',
    example: '/var/lib/gatehouse-edge/admin.sock,10.0.0.5:9999',
  },
} as const satisfies SettingList
