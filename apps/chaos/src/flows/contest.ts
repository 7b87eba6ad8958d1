import { person } from '@gatehouse/gateway/testing'
import { type Actor, signUp } from '../actor.ts'

/**
 * Several people want one username, or one organization, at the same moment; or one presses twice.
 */
export async function contest(actor: Actor): Promise<void> {
  const wanted = person()
  const { username, organization_name } = wanted
  const fields = [{ username }, { organization_name }, wanted][actor.random(3)]
  await Promise.all(Array.from({ length: 2 + actor.random(2) }, () => signUp(actor, fields)))
}
