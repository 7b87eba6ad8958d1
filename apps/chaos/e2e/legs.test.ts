/**
 * The chaos test with workers, a provider, clocks that jump or a full disk: one of them, drawn by
 * CHAOS_SEED or named by CHAOS_LEG, with each of its own faults once. `npm run chaos -- --with` is the long
 * version, and the one with Keycloak.
 */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { legs } from '../src/legs/legs.ts'
import { report } from '../src/report.ts'
import { type ChaosResult, runChaos } from '../src/run-chaos.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const drawable = Object.values(legs).filter(
  (leg) => leg.name !== 'keycloak' && leg.missing?.() === undefined,
)
const leg =
  Object.values(legs).find(({ name }) => name === process.env.CHAOS_LEG) ??
  drawable[seed % drawable.length]

const say = (line: string) => void process.stdout.write(`chaos with ${leg?.name}: ${line}\n`)

let result: ChaosResult

describe(`after chaos with ${leg?.name} (CHAOS_SEED=${seed})`, () => {
  beforeAll(async () => {
    result = await runChaos({ seed, say, leg, isShort: true })
    for (const line of report(result)) say(line)
  }, 600_000)

  afterAll(() => leg?.close?.())

  it('every rule holds', () => {
    expect(result.findings.flatMap(({ violations }) => violations)).toEqual([])
  })

  it('has seen its faults, and people at work', () => {
    const kinds = new Set(result.evidence.faults.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(leg?.round.filter((kind) => !isOfAll(kind))))
    expect(result.evidence.signUps.length).toBeGreaterThan(0)
  })
})

/** Whether a fault needs no leg, and is left to the chaos test itself. */
function isOfAll(kind: string): boolean {
  return ['kill', 'drain', 'cut', 'rotation'].includes(kind)
}
