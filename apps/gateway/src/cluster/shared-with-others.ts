import type { SharedTerminalSlots } from '@gatehouse/proxy'

/** What the gateways of several processes have in common. */
export interface SharedLimits {
  readonly terminalSlots: SharedTerminalSlots
}
