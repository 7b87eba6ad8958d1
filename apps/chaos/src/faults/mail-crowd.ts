import { person, startMailServer } from '@gatehouse/gateway/testing'
import type { Gateway } from './gateway.ts'
import type { Rig, Surroundings } from './rig.ts'

/**
 * So many people sign up while the mail server is down; then it is up again, and all of their mails are
 * due.
 *
 * @returns The mail server, which has nothing yet.
 */
export async function letMailsWait(
  rig: Rig,
  { database, mail }: Pick<Surroundings, 'database' | 'mail'>,
  { gateway, count }: { readonly gateway: Gateway; readonly count: number },
): Promise<Surroundings['mail']> {
  await mail.stop()
  rig.say(`${count} people sign up`)
  const people = Array.from({ length: count }, () => person())
  for (let index = 0; index < count; index += 8) {
    await Promise.all(people.slice(index, index + 8).map((who) => gateway.signUp(who)))
  }
  const again = await startMailServer(mail.port)
  rig.defer(() => again.stop())
  await database.ask(
    'update outbox set due_at = 0 where settled_at is null and leased_until is null',
  )
  return again
}
