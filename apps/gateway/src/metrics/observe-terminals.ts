import type { Instruments } from '@gatehouse/prometheus'
import type { TerminalObserver } from '@gatehouse/proxy'
import { definitions } from './definitions.ts'

/** The close codes of the standards and of this gateway. A backend may invent others. */
const usualCodes: ReadonlySet<number> = new Set([
  ...[1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 1015],
  ...[4401, 4403],
])

/** Counts terminals. */
export function observeTerminals({ counts }: Instruments): TerminalObserver {
  const opened = counts(definitions.terminalsOpened).at({})
  const closed = counts(definitions.terminalsClosed)
  const refused = counts(definitions.terminalsRefused)
  return {
    opened() {
      opened.value += 1
    },
    closed(code) {
      closed.at({ code: usualCodes.has(code) ? String(code) : 'other' }).value += 1
    },
    notOpened(how) {
      if (how === 'gone') refused.at({ reason: 'client_gone' }).value += 1
      if (how === 'answered') refused.at({ reason: 'backend_refused' }).value += 1
    },
    rejected(code) {
      refused.at({ reason: code }).value += 1
    },
  }
}
