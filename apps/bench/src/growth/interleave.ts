import { median } from '../median.ts'

/** A measurement that is taken of several things, again and again. */
export type Measure<Thing> = (thing: Thing, round: number) => Promise<number>

/**
 * The medians of measurements, in the order of the things. Every round measures all things, so that other
 * load slows down all of them; every second round runs in reverse order.
 */
export async function interleave<Thing>(
  things: readonly Thing[],
  rounds: number,
  measure: Measure<Thing>,
): Promise<readonly number[]> {
  const taken = things.map((): number[] => [])
  const turns = Array.from(things.entries())
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, thing] of round % 2 ? turns.toReversed() : turns) {
      taken[place]?.push(await measure(thing, round))
    }
  }
  return taken.map(median)
}
