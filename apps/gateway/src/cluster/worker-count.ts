import { maxWorkers } from '../settings/schemas/numbers.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * How many processes share the port.
 *
 * @param cores How many processors this process may use.
 */
export function workerCount({ workers }: Pick<Settings, 'workers'>, cores: number): number {
  return workers === 'auto' ? Math.min(cores, maxWorkers) : workers
}
