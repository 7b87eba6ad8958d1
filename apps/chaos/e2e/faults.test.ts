/** One scenario of faults, as a sample: `npm run chaos -- faults` runs all of them. */
import { afterAll, describe, expect, it, jest } from '@jest/globals'
import { openLab } from '../src/faults/lab.ts'
import { runScenario } from '../src/faults/run-scenario.ts'
import { scenarios } from '../src/faults/scenarios.ts'

// Gateways have to start, on a machine that may be busy.
jest.setTimeout(300_000)

const lab = openLab()
afterAll(() => lab.close())

describe('F-4: a password, and a replica that stands still', () => {
  it('is not overwritten by the one before, which comes late', async () => {
    const scenario = scenarios.find(({ id }) => id === 'F-4b')
    if (!scenario) throw new Error('there is no such scenario')
    const { signal } = new AbortController()
    const say = () => undefined
    const { verdict, evidence } = await runScenario(scenario, { lab, seed: 1, signal, say })
    expect([verdict, evidence]).toEqual([
      'held',
      [
        'the second password: 200',
        'the first password: 503 credential_store_unavailable',
        'a log-in with the confirmed password: 200',
        'a log-in with the one before: 401 invalid_credentials',
      ],
    ])
  })
})
