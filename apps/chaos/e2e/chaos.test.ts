/**
 * T-11, T-26, T-53, T-85, T-86: three gateways, a PostgreSQL and a balancer under a steady load,
 * while processes are killed, the database is restarted, and connections are cut and delayed. `npm
 * run chaos` is the long version.
 */
import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { rules } from '../src/check.ts'
import { report } from '../src/report.ts'
import { type ChaosResult, runChaos } from '../src/run-chaos.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const doctor = 'the doctor finds nothing'

let result: ChaosResult

const say = (line: string) => void process.stdout.write(`chaos: ${line}\n`)

beforeAll(async () => {
  result = await runChaos({ seed, say })
  for (const line of [`CHAOS_SEED=${seed}`, ...report(result)]) say(line)
}, 900_000)

describe(`T-11, T-26, T-53, T-85, T-86: after chaos (CHAOS_SEED=${seed})`, () => {
  it.each([...Object.keys(rules), doctor])('%s', (name) => {
    const finding = result.findings.find(({ rule }) => rule === name)
    expect(finding?.violations).toEqual([])
    expect(finding?.checked).toBeGreaterThan(0)
  })

  it('has seen what it is about', () => {
    const { evidence } = result
    const kinds = new Set(evidence.faults.map(({ kind }) => kind))
    expect(kinds.size).toBe(7)
    expect(evidence.recoveries).toHaveLength(6)
    expect(evidence.revocations.size).toBeGreaterThan(0)
    expect(new Set(evidence.secrets.map(({ kind }) => kind)).size).toBe(3)
    // One mail waited until it had expired, and was given up.
    expect(evidence.records.outbox.filter(({ reason }) => reason === 'expired')).not.toEqual([])
    expect(evidence.attempts.filter(({ status }) => status === 409)).not.toEqual([])
  })
})
