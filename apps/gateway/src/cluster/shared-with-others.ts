import type { SharedTerminalSlots } from '../proxy/terminal/terminal-slots.ts'

/** What the gateways of several processes have in common. */
export interface SharedLimits {
  readonly terminalSlots: SharedTerminalSlots
}
