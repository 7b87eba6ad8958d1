import { expect } from '@jest/globals'
import { tokensIn } from '../../../../testing/mail-server.ts'
import { person } from '../../../../testing/people.ts'
import type { Command } from './command.ts'
import { accountOf, auditOf, canEnter, codeOf, mailsTo, tokenOf, userOf } from './looks.ts'

/** A person sets another password. */
export const changePassword: Command = {
  name: 'changing the password',
  effects: 4,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const chosen = { ...member, password: `${member.password}, another` }
    const other = await tokenOf(scene, member)
    const change = async () =>
      ({
        route: 'POST /api/auth/change-password',
        token: await tokenOf(scene, member),
        body: { current_password: member.password, new_password: chosen.password },
      }) as const
    const first = await change()
    return {
      cut: (at) => kills.sendAndDie(first, at),
      async check() {
        const holds = await Promise.all([member, chosen].map((one) => canEnter(scene, one)))
        expect(holds.filter(Boolean)).toHaveLength(1)
        const [isOld] = holds
        const list = { route: 'GET /api/auth/me', token: other } as const
        // What the old password had opened is closed once another one holds.
        if (!isOld) expect(codeOf(await kills.send(list))).toBe('session_ended')
        const changed = await auditOf(scene, 'password_changed', member)
        const doubtful = await auditOf(scene, 'password_doubtful', member)
        expect(changed.length + doubtful.length).toBeGreaterThanOrEqual(isOld ? 0 : 1)
        expect(changed.length).toBeLessThanOrEqual(isOld ? 0 : 1)
        expect(await mailsTo(scene, member.email, /password was changed/i)).toBe(changed.length)
        expect(await mailsTo(scene, member.email, /may have been/i)).toBe(doubtful.length)
        if (isOld) expect(codeOf(await kills.send(await change()))).toBe(200)
        expect(await canEnter(scene, member)).toBe(false)
        expect(await canEnter(scene, chosen)).toBe(true)
        expect(codeOf(await kills.send(list))).toBe('session_ended')
      },
    }
  },
}

/** A person asks for another address. */
export const changeEmail: Command = {
  name: 'asking for another address',
  effects: 2,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const { email } = person()
    const change = {
      route: 'POST /api/auth/change-email',
      token: await tokenOf(scene, member),
      body: { email, current_password: member.password },
    } as const
    return {
      cut: (at) => kills.sendAndDie(change, at),
      async check() {
        const wasDone = (await accountOf(scene, member))?.pending_email === email
        expect(await mailsTo(scene, email, /./)).toBe(wasDone ? 1 : 0)
        expect(await auditOf(scene, 'email_change_requested', member)).toHaveLength(wasDone ? 1 : 0)
        if (!wasDone) expect(codeOf(await kills.send(change))).toBe(200)
        expect(await mailsTo(scene, member.email, /address/i)).toBe(1)
        const [link] = tokensIn(await kills.environment.mail.waitFor(email, /./))
        const body = { token: link, password: member.password }
        expect(codeOf(await kills.send({ route: 'POST /api/auth/verify-email', body }))).toBe(200)
        expect(await canEnter(scene, { ...member, email })).toBe(true)
      },
    }
  },
}

/** A person confirms another address. */
export const confirmEmail: Command = {
  name: 'confirming another address',
  effects: 4,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const { email } = person()
    const asked = await kills.send({
      route: 'POST /api/auth/change-email',
      token: await tokenOf(scene, member),
      body: { email, current_password: member.password },
    })
    expect(codeOf(asked)).toBe(200)
    const [link] = tokensIn(await kills.environment.mail.waitFor(email, /./))
    const body = { token: link, password: member.password }
    const confirm = { route: 'POST /api/auth/verify-email', body } as const
    return {
      cut: (at) => kills.sendAndDie(confirm, at),
      async check() {
        const holds = await Promise.all(
          [member, { ...member, email }].map((one) => canEnter(scene, one)),
        )
        expect(holds.filter(Boolean)).toHaveLength(1)
        const [isOld] = holds
        const code = codeOf(await kills.send(confirm))
        expect(code).toBe(isOld ? 200 : 'verification_token_invalid')
        expect(await canEnter(scene, { ...member, email })).toBe(true)
        expect(await canEnter(scene, member)).toBe(false)
        expect(await accountOf(scene, member)).toMatchObject({ email, pending_email: null })
        expect(await userOf(scene, member)).toMatchObject({ email })
        expect(await auditOf(scene, 'email_changed', member)).toHaveLength(1)
        expect(codeOf(await kills.send(confirm))).toBe('verification_token_invalid')
      },
    }
  },
}
