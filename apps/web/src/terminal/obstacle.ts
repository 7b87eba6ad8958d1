import type { CallResult } from '../api/call.ts'
import type { Machine } from '../api/wire.ts'

/** Why a terminal does not open. */
export interface Obstacle {
  /** `unknown` stays; `offline` may take long; `trouble` is worth some more attempts. */
  readonly kind: 'offline' | 'unknown' | 'trouble'
  /** The cause in a sentence, if there is more to say than the kind does. */
  readonly sentence?: string
}

/** What is known when a terminal has not opened. */
export interface ObstacleFacts {
  /** The id of the machine. */
  readonly machineId: string
  /** The answer to the list of machines, asked after the attempt. */
  readonly found: CallResult<readonly Machine[]>
  /** Whether terminals open on pages of this address. */
  readonly isAtOwnAddress: boolean
}

/** The sentences that an obstacle is told by. */
export interface ObstacleWords {
  /** The machine is there, and yet no terminal opens. */
  readonly notOpened: string
  /** The same, on a page of another address. */
  readonly otherAddress: string
  /** The sentence on a failed call. */
  readonly ofError: (error: Extract<CallResult<unknown>, { ok: false }>['error']) => string
}

/** Finds the cause: the list of machines says it, since a browser does not tell how a WebSocket was refused. */
export function obstacleOf(
  { machineId, found, isAtOwnAddress }: ObstacleFacts,
  { notOpened, otherAddress, ofError }: ObstacleWords,
): Obstacle {
  if (!found.ok) return { kind: 'trouble', sentence: ofError(found.error) }
  const machine = found.value.find(({ id }) => id === machineId)
  if (!machine) return { kind: 'unknown' }
  if (machine.status === 'offline') return { kind: 'offline' }
  return { kind: 'trouble', sentence: isAtOwnAddress ? notOpened : otherAddress }
}
