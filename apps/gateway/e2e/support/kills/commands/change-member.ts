import { expect } from '@jest/globals'
import type { Command } from './command.ts'
import { accountOf, auditOf, canEnter, codeOf, memberRoute, tokenOf, userOf } from './looks.ts'

/** An administrator keeps a member out, and lets them in again. */
export const disableMember: Command = {
  name: 'disabling a member',
  effects: 4,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const token = await tokenOf(scene, organization.admin)
    const change = (disabled: boolean) =>
      ({ route: memberRoute('PATCH', member), token, body: { disabled } }) as const
    return {
      cut: (at) => kills.sendAndDie(change(true), at),
      async check() {
        const isIn = await canEnter(scene, member)
        expect((await accountOf(scene, member))?.standing).toBe(isIn ? 'active' : 'disabled')
        expect(codeOf(await kills.send(change(true)))).toBe(200)
        expect(await canEnter(scene, member)).toBe(false)
        expect(await userOf(scene, member)).toMatchObject({ enabled: false })
        expect(await auditOf(scene, 'member_disabled', member)).toHaveLength(1)
        expect(codeOf(await kills.send(change(false)))).toBe(200)
        expect(await canEnter(scene, member)).toBe(true)
      },
    }
  },
}

/** An administrator lets a member in again. */
export const enableMember: Command = {
  name: 'enabling a member',
  effects: 6,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const token = await tokenOf(scene, organization.admin)
    const change = (disabled: boolean) =>
      ({ route: memberRoute('PATCH', member), token, body: { disabled } }) as const
    expect(codeOf(await kills.send(change(true)))).toBe(200)
    return {
      cut: (at) => kills.sendAndDie(change(false), at),
      async check() {
        const isIn = await canEnter(scene, member)
        expect((await accountOf(scene, member))?.standing).toBe(isIn ? 'active' : 'disabled')
        expect(codeOf(await kills.send(change(false)))).toBe(200)
        expect(await canEnter(scene, member)).toBe(true)
        expect(await auditOf(scene, 'member_enabled', member)).toHaveLength(1)
      },
    }
  },
}

/** An administrator gives a member another role and other groups. */
export const changeRole: Command = {
  name: 'changing a role and groups',
  effects: 3,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const token = await tokenOf(scene, organization.admin)
    const own = await tokenOf(scene, member)
    const body = { role: 'company_admin', groups: ['Ops'] }
    const change = { route: memberRoute('PATCH', member), token, body } as const
    return {
      cut: (at) => kills.sendAndDie(change, at),
      async check() {
        const account = await accountOf(scene, member)
        const isChanged = account?.role === 'company_admin'
        expect(account?.role).toBe(isChanged ? 'company_admin' : 'user')
        expect(await canEnter(scene, member)).toBe(true)
        const list = { route: 'GET /api/auth/me', token: own } as const
        expect(codeOf(await kills.send(list))).toBe(isChanged ? 'token_stale' : 200)
        expect(codeOf(await kills.send(change))).toBe(200)
        expect(await accountOf(scene, member)).toMatchObject({ role: 'company_admin' })
        expect(codeOf(await kills.send(list))).toBe('token_stale')
        const user = await userOf(scene, member)
        const { hasRole } = kills.users
        if (hasRole && user) {
          expect(await hasRole(organization.id, user.id, 'company_admin')).toBe(true)
        }
        expect((await auditOf(scene, 'member_changed', member)).length).toBe(1)
      },
    }
  },
}
