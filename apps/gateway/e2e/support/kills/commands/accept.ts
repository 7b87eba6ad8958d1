import { expect } from '@jest/globals'
import { acceptance } from '../organization.ts'
import type { Command } from './command.ts'
import { accountOf, auditOf, canEnter, codeOf, userOf } from './looks.ts'

/** A person accepts an invitation. */
export const acceptInvitation: Command = {
  name: 'accepting an invitation',
  effects: 3,
  async prepare(scene) {
    const { kills, organization } = scene
    const { person, link } = await organization.invited()
    const route = 'POST /api/auth/accept-invitation'
    const accept = { route, body: acceptance(person, link) } as const
    return {
      cut: (at) => kills.sendAndDie(accept, at),
      async check() {
        const wasDone = await canEnter(scene, person)
        expect((await accountOf(scene, person))?.standing).toBe(wasDone ? 'active' : undefined)
        expect((await userOf(scene, person)) !== undefined).toBe(wasDone)
        expect(codeOf(await kills.send(accept))).toBe(wasDone ? 'invitation_invalid' : 201)

        expect(await canEnter(scene, person)).toBe(true)
        const account = await accountOf(scene, person)
        expect(account).toMatchObject({ standing: 'active', role: 'company_admin' })
        const user = await userOf(scene, person)
        expect(user?.id).toBe(account?.credential_id)
        const { hasRole } = kills.users
        if (hasRole && user) {
          expect(await hasRole(organization.id, user.id, 'company_admin')).toBe(true)
        }
        expect(
          await auditOf(scene, 'invitation_accepted', { id: String(account?.id) }),
        ).toHaveLength(1)
        expect(codeOf(await kills.send(accept))).toBe('invitation_invalid')
      },
    }
  },
}
