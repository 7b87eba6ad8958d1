import { eventually } from '@gatehouse/test-services'
import { expect } from '@jest/globals'
import { tokensIn } from '../../../../testing/mail-server.ts'
import { signUp } from '../../../../testing/people.ts'
import { foundOrganization } from '../organization.ts'
import type { Command, Scene } from './command.ts'
import { auditOf, canEnter, codeOf, mailsTo, tokenOf } from './looks.ts'

/** An administrator closes the organization. */
export const closeOrganization: Command = {
  name: 'closing an organization',
  effects: 1,
  async prepare(scene) {
    const { kills } = scene
    const { admin, closing } = await beforeClosing(scene)
    return {
      cut: (at) => kills.sendAndDie(closing, at),
      async check() {
        const isOpen = await canEnter(scene, admin)
        expect(codeOf(await kills.send(closing))).toBe(isOpen ? 200 : 'session_ended')
        expect(await canEnter(scene, admin)).toBe(false)
        expect(await auditOf(scene, 'organization_closed', admin)).toHaveLength(1)
        const subject = /about to be removed/i
        expect(await mailsTo(scene, admin.email, subject)).toBe(1)
        const [link] = tokensIn(await kills.environment.mail.waitFor(admin.email, subject))
        const reopen = {
          route: 'POST /api/auth/reopen-organization',
          body: { token: link },
        } as const
        expect(codeOf(await kills.send(reopen))).toBe(200)
        expect(await canEnter(scene, admin)).toBe(true)
      },
    }
  },
}

/** Seven days later the job removes it. */
export const removeClosed: Command = {
  name: 'removing a closed organization',
  effects: 3,
  async prepare(scene) {
    const { kills } = scene
    const { id, admin, closing } = await beforeClosing(scene)
    const { id: _, ...founder } = admin
    expect(codeOf(await kills.send(closing))).toBe(200)
    await mailsTo(scene, admin.email, /./)
    return {
      async cut(at) {
        await kills.environment.gateway().kill()
        await kills.ask(`update tenants set closes_at = 1 where id = '${id}'`)
        const outcome = await kills.runJobAndDie('closed', at)
        // A gateway would go on after ten minutes of a steady clock.
        if (outcome.hasDied) await kills.runJobAndDie('closed', { step: 0 })
        return outcome
      },
      async check() {
        await eventually('the end of the organization', async () => {
          const rows = await kills.ask(`select id from tenants where id = '${id}'`)
          return rows.length === 0 || undefined
        })
        expect(await kills.users.inRealm(id)).toBeNull()
        expect(await kills.ask(`select id from accounts where tenant_id = '${id}'`)).toEqual([])
        const removed = `select outcome from audit_log
          where kind = 'organization_removed' and tenant_id = '${id}'`
        expect(await kills.ask(removed)).toHaveLength(1)
        expect(await canEnter(scene, admin)).toBe(false)
        // All its names are free.
        await signUp(kills.environment.api, founder)
        expect(await canEnter(scene, admin)).toBe(true)
      },
    }
  },
}

async function beforeClosing(scene: Scene) {
  const { id, name, admin } = await foundOrganization(scene.kills.environment)
  const route = 'DELETE /api/auth/organization'
  const token = await tokenOf(scene, admin)
  return { id, admin, closing: { route, token, body: { confirm: name } } as const }
}
