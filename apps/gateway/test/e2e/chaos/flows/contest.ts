import { person } from '../../support/people.ts'
import { type Actor, signUp } from '../actor.ts'

/** Several want one username, or one organization, at the same moment. */
export async function contest(actor: Actor): Promise<void> {
  const wanted = person()
  const isName = actor.random(2) === 0
  const fields = isName
    ? { username: wanted.username }
    : { organization_name: wanted.organization_name }
  await Promise.all(Array.from({ length: 2 + actor.random(2) }, () => signUp(actor, fields)))
}
