import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Target } from './open-target.ts'

/** How long and with which draws. */
export interface FuzzOptions {
  /** Cases for each operation, of those that are drawn. */
  readonly examples: number
  /** At least so long; 0 for one round. */
  readonly minutes: number
  /** Every draw follows from it. */
  readonly seed: number
}

/**
 * What keeps the schema may still be a token that is not valid: `hooks.py` has a check in its place.
 * Ids are drawn, and what was never there cannot be used after it is gone.
 */
const unsuited = ['positive_data_acceptance', 'use_after_free', 'ensure_resource_availability']

const folder = join(import.meta.dirname, '..')

/** Made by `.ci/run`; another one where `SCHEMATHESIS` says. */
const program = process.env.SCHEMATHESIS ?? join(folder, '.venv', 'bin', 'schemathesis')

/**
 * Runs Schemathesis on the document that the target serves.
 *
 * @returns Its exit code: 0 when every answer was as it must be.
 */
export async function runSchemathesis(
  { url, operator }: Target,
  { examples, minutes, seed }: FuzzOptions,
): Promise<number> {
  const length =
    minutes > 0
      ? ['--max-time', String(Math.ceil(minutes * 60))]
      : ['--max-examples', String(examples)]
  const child = spawn(
    program,
    ['--config-file', join(folder, 'schemathesis.toml'), 'run', `${url}/openapi.json`].concat(
      ['--url', url, '--seed', String(seed), '--checks', 'all'],
      ['--exclude-checks', unsuited.join(',')],
      // The backend answers those as it likes.
      ['--exclude-tag', 'machines'],
      ['--phases', minutes > 0 ? 'examples,coverage,fuzzing,stateful' : 'examples,fuzzing'],
      length,
    ),
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        FUZZ_OPERATOR_EMAIL: operator.email,
        FUZZ_OPERATOR_PASSWORD: operator.password,
      },
    },
  )
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}
