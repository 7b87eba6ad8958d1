import { Hindered } from '../expect/outcomes.ts'
import { type Answer, describeAnswer } from '../target/answer.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/**
 * Closes every organization that the checks have made.
 *
 * @returns What is left behind all the same, an organization a line, with the reason.
 */
export async function leave(world: World): Promise<readonly string[]> {
  const left: string[] = []
  for (const role of world.signedUp()) {
    const person = world.people[role]
    const reason = await close(world, person)
    if (reason !== undefined) left.push(`${person.tenantId} (${reason})`)
  }
  return left
}

async function close(world: World, person: Person): Promise<string | undefined> {
  try {
    const entered = await enter(world, person)
    const { token } = entered.body
    if (typeof token !== 'string') return `logging in: ${describeAnswer(entered)}`
    const body = { confirm: person.signUp.company_name }
    const closed = await world.client.call('DELETE', '/api/auth/organization', { body, token })
    return closed.status === 200 ? undefined : `closing it: ${describeAnswer(closed)}`
  } catch (error) {
    if (error instanceof Hindered) return error.message
    throw error
  }
}

async function enter({ client }: World, person: Person): Promise<Answer> {
  const { email, password } = person.signUp
  const first = await client.post('/api/auth/login', { email, password })
  const entered =
    first.status === 200
      ? first
      : await client.post('/api/auth/login', { email, password: person.nextPassword })
  const { requires_tenant_selection: isChoice, session_token } = entered.body
  if (isChoice !== true) return entered
  return client.post('/api/auth/select-tenant', { session_token, tenant_id: person.tenantId })
}
