import { NotApplicable } from '../expect/outcomes.ts'
import type { TokenAnswer } from '../expect/shapes.ts'
import type { World } from './world.ts'

const machines = '/api/machines'

/**
 * A login, for a service that has a machine backend behind it.
 *
 * @throws {NotApplicable} When nothing is there with or without a token.
 */
export async function withBackend(world: World): Promise<TokenAnswer> {
  const entered = await world.session('single')
  const isThere = await world.once('whether there is a backend', async () => {
    const [known, unknown] = [{ token: entered.token }, {}]
    const statuses = [
      (await world.client.call('GET', machines, known)).status,
      (await world.client.call('GET', machines, unknown)).status,
    ]
    return statuses.some((status) => status !== 404)
  })
  if (!isThere) throw new NotApplicable(`there is nothing at GET ${machines}`, 'backend')
  return entered
}
