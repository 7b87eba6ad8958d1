import { expect } from '@jest/globals'
import type { Command } from './command.ts'
import { auditOf, codeOf, expectGone, isMember, memberRoute, tokenOf } from './looks.ts'

/** An administrator removes a member. */
export const removeMember: Command = {
  name: 'removing a member',
  effects: 3,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const token = await tokenOf(scene, organization.admin)
    const remove = { route: memberRoute('DELETE', member), token }
    return {
      cut: (at) => kills.sendAndDie(remove, at),
      async check() {
        const isThere = await isMember(scene, member)
        expect(codeOf(await kills.send(remove))).toBe(isThere ? 200 : 'not_found')
        await expectGone(scene, member)
        expect(await auditOf(scene, 'member_removed', member)).toHaveLength(1)
      },
    }
  },
}

/** A person deletes their own account. */
export const deleteMe: Command = {
  name: 'deleting one’s own account',
  effects: 4,
  async prepare(scene) {
    const { kills, organization } = scene
    const member = await organization.member()
    const deleting = {
      route: 'DELETE /api/auth/me',
      token: await tokenOf(scene, member),
      body: { current_password: member.password },
    } as const
    return {
      cut: (at) => kills.sendAndDie(deleting, at),
      async check() {
        const isThere = await isMember(scene, member)
        expect(codeOf(await kills.send(deleting))).toBe(isThere ? 200 : 'session_ended')
        await expectGone(scene, member)
        expect(await auditOf(scene, 'account_deleted', member)).toHaveLength(1)
      },
    }
  },
}
