import { eventually } from '@gatehouse/test-services'
import { expect } from '@jest/globals'
import { enter, logIn, type Person } from '../../../../testing/people.ts'
import type { Member } from '../organization.ts'
import type { Scene } from './command.ts'

type Credentials = Pick<Person, 'email' | 'password'>

/** Whether someone can sign in; a gateway that is too busy to say is asked again. */
export async function canEnter({ kills }: Scene, someone: Credentials): Promise<boolean> {
  const { status, code } = await eventually('an answer about a login', async () => {
    const answer = await logIn(kills.environment.api, someone)
    const { code } = answer.body
    return code === 'overloaded' ? undefined : { status: answer.status, code }
  })
  expect([200, 'invalid_credentials']).toContain(code ?? status)
  return status === 200
}

/** A new access token of someone. */
export async function tokenOf({ kills }: Scene, someone: Credentials): Promise<string> {
  return (await enter(kills.environment.api, someone)).token
}

/** The entries of the audit log about an account, of one kind. */
export function auditOf(
  { kills }: Scene,
  kind: string,
  { id }: Pick<Member, 'id'>,
): ReturnType<Scene['kills']['ask']> {
  return kills.ask(
    `select outcome, detail from audit_log where kind = '${kind}' and account_id = '${id}'`,
  )
}

/** An account as it is on record. */
export async function accountOf({ kills }: Scene, { username }: Pick<Person, 'username'>) {
  const [row] =
    await kills.ask(`select id, tenant_id, standing, role, email, pending_email, credential_id
    from accounts where username = '${username}'`)
  return row
}

/** A user as the credential store has it. */
export async function userOf(
  { kills, organization }: Scene,
  { username }: Pick<Person, 'username'>,
) {
  const users = await kills.users.inRealm(organization.id)
  return users?.find((user) => user.username === username)
}

/** How many different mails someone got whose subject is like that, once none is on its way. */
export async function mailsTo({ kills }: Scene, email: string, subject: RegExp): Promise<number> {
  await noMailWaits(kills)
  const { mails } = kills.environment.mail
  const theirs = mails.filter((mail) => mail.to.includes(email) && subject.test(mail.subject))
  const copies = Map.groupBy(theirs, ({ id }) => id)
  for (const mail of copies.values()) {
    const [first, last] = [mail[0]?.receivedAt ?? 0, mail.at(-1)?.receivedAt ?? 0]
    const between = kills.deaths.filter((at) => first <= at && at <= last)
    // A kill doubles one at most, and several can do it to the same one.
    expect(mail.length - 1).toBeLessThanOrEqual(between.length)
  }
  return copies.size
}

async function noMailWaits(kills: Scene['kills']): Promise<void> {
  await eventually('all mails', async () => {
    const rows = await kills.ask('select id from outbox where settled_at is null')
    return rows.length === 0 || undefined
  })
}

/** The route of a member, for an administrator. */
export function memberRoute(method: 'DELETE' | 'PATCH', { id }: Member) {
  return `${method} /api/auth/organization/members/${id}` as const
}

/** What is there of someone who has gone for good. */
export async function expectGone(scene: Scene, member: Member): Promise<void> {
  expect(await canEnter(scene, member)).toBe(false)
  expect(await accountOf(scene, member)).toBeUndefined()
  expect(await userOf(scene, member)).toBeUndefined()
}

/** Whether someone is a member as before, or gone for good; nothing between. */
export async function isMember(scene: Scene, member: Member): Promise<boolean> {
  const account = await accountOf(scene, member)
  if (account === undefined) {
    await expectGone(scene, member)
    return false
  }
  expect(account.standing).toBe('active')
  expect(await userOf(scene, member)).toMatchObject({ enabled: true })
  expect(await canEnter(scene, member)).toBe(true)
  return true
}

/** The code of an answer, or its status where it has none. */
export function codeOf({
  status,
  body,
}: {
  readonly status: number
  readonly body: { code?: string }
}) {
  return body.code ?? status
}
