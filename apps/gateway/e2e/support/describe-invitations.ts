import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, type Person, person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

const invitations = '/api/auth/organization/invitations'

/** How a second person comes into an organization. @param openIt Sets the environment. */
export function describeInvitations(
  openIt: () => Promise<TestEnvironment> = openTestEnvironment,
): void {
  let environment: TestEnvironment
  let ada: Person
  let token: string

  beforeAll(async () => {
    environment = await openIt()
    ada = await signUp(environment.api)
    const [verification] = tokensIn(await environment.mail.waitFor(ada.email, /confirm/i))
    await confirm(environment.api, ada, verification)
    token = (await enter(environment.api, ada)).token
  })

  afterAll(() => environment?.close())

  const invite = (email: string, fields: object = {}) =>
    environment.api.post(invitations, { email, ...fields }, bearer(token))

  const mailed = async (email: string, nth?: number) => {
    const mail = await environment.mail.waitFor(email, /invited/i, nth)
    expect(mail.text).toContain(`“${ada.company_name}”`)
    const [mailedToken] = tokensIn(mail)
    return mailedToken ?? ''
  }

  const accept = (
    { organization_name: _, company_name: __, email: ___, ...who }: Person,
    by: string,
  ) => environment.api.post('/api/auth/accept-invitation', { token: by, ...who })

  describe('an invitation', () => {
    it('arrives, tells where it leads, and makes a member who can log in', async () => {
      const bob = person()
      const grant = { role: 'user', machine_role: 'operator', groups: ['Ops', 'Ops/Night'] }
      const sent = await invite(bob.email, grant)
      expect([sent.status, sent.body.email, sent.body.role]).toEqual([201, bob.email, 'user'])
      const link = await mailed(bob.email)

      const read = await environment.api.post('/api/auth/invitation', { token: link })
      expect(read.body).toEqual({
        organization: ada.company_name,
        email: bob.email,
        role: 'user',
        invited_by: `${ada.first_name} ${ada.last_name}`,
        expires_at: sent.body.expires_at,
      })
      const list = await environment.api.send('GET', invitations, { headers: bearer(token) })
      expect(list.body.items).toEqual([
        { ...sent.body, invited_by: `${ada.first_name} ${ada.last_name}` },
      ])

      const weak = await accept({ ...bob, password: 'short' }, link)
      expect([weak.status, weak.body.code]).toEqual([400, 'validation_failed'])
      const taken = await accept({ ...bob, username: ada.username }, link)
      expect([taken.status, taken.body.code]).toEqual([409, 'username_taken'])
      const accepted = await accept(bob, link)
      expect([accepted.status, accepted.body.username]).toEqual([201, bob.username])

      const { user } = await enter(environment.api, bob)
      expect(user).toMatchObject({
        id: accepted.body.user_id,
        tenant_name: ada.company_name,
        role: 'user',
        machine_role: 'operator',
        email_verified: true,
      })
      expect(user.groups).toHaveLength(2)
      const again = await accept({ ...bob, username: `${bob.username}x` }, link)
      expect([again.status, again.body.code]).toEqual([401, 'invitation_invalid'])
      const member = await invite(bob.email)
      expect([member.status, member.body.code]).toEqual([409, 'already_member'])
    })

    it('can be sent again, which voids the first link, and taken back, which voids both', async () => {
      const bob = person()
      const { id } = (await invite(bob.email)).body
      const first = await mailed(bob.email)
      const headers = bearer(token)
      const resent = await environment.api.send('POST', `${invitations}/${id}/resend`, { headers })
      expect([resent.status, resent.body.id]).toEqual([200, id])
      const second = await mailed(bob.email, 2)
      expect((await accept(bob, first)).body.code).toBe('invitation_invalid')
      const revoked = await environment.api.send('DELETE', `${invitations}/${id}`, { headers })
      expect(revoked.status).toBe(200)
      expect((await accept(bob, second)).body.code).toBe('invitation_invalid')
      const gone = await environment.api.send('DELETE', `${invitations}/${id}`, { headers })
      expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
      expect((await logIn(environment.api, bob)).status).toBe(401)
    })

    it('is sent by administrators with a confirmed address alone', async () => {
      const stranger = await enter(environment.api, await signUp(environment.api))
      const headers = bearer(stranger.token)
      const refused = await environment.api.post(invitations, { email: 'x@example.com' }, headers)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      const none = await environment.api.post(invitations, { email: 'x@example.com' })
      expect([none.status, none.body.code]).toEqual([401, 'token_missing'])
    })
  })
}
