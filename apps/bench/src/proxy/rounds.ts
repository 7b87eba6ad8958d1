import { tellProgress } from '../tell-progress.ts'
import type { Peer } from './peer.ts'

/** What each peer took in each round. */
export type Rounds<Turn> = ReadonlyMap<Peer, readonly Turn[]>

/**
 * Takes a turn of each peer in every round, so that whatever else the machine does slows down all.
 *
 * @throws {Error} if a turn fails; it says whose.
 */
export async function inRounds<Turn, Of extends Peer>(
  peers: readonly Of[],
  rounds: number,
  take: (peer: Of) => Promise<Turn>,
): Promise<Rounds<Turn>> {
  const turns = new Map<Of, Turn[]>(peers.map((peer) => [peer, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [peer, taken] of turns) {
      tellProgress(`round ${round + 1} of ${rounds}: ${peer.name}`)
      taken.push(await takenBy(peer, () => take(peer)))
      await peer.emptyLog?.()
    }
  }
  return turns
}

async function takenBy<Turn>(peer: Peer, take: () => Promise<Turn>): Promise<Turn> {
  try {
    return await take()
  } catch (error) {
    throw new Error(`${peer.name} failed`, { cause: error })
  }
}
