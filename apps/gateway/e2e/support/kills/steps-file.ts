import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new file for the steps of requests. */
export async function newStepsFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'gatehouse-kills-')), 'steps')
}
