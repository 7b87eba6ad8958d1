import { describe, expect, it } from '@jest/globals'
import { acting } from '../test-support/acting.ts'
import { createMemoryStore } from '../testing/index.ts'
import { createTestEnvironment, outcomeOf } from '../testing/test-environment.ts'

describe('all use cases', () => {
  it('work on a store that runs every transaction twice, as a database may', async () => {
    const environment = createTestEnvironment({
      ports: { store: createMemoryStore({ rehearse: true }) },
    })
    const { auth, from } = environment
    const ada = await environment.signUp()
    const { token: verification } = await environment.lastMail('verify_email')
    const { password } = ada
    const confirming = { token: verification, password, from: from() }
    outcomeOf('verification', await auth.readVerification(confirming))
    outcomeOf('email_verified', await auth.verifyEmail(confirming))

    const entered = outcomeOf('authenticated', await environment.logIn(ada))
    outcomeOf('organization', await auth.readOrganization({ token: entered.token, from: from() }))
    outcomeOf('audit', await auth.readAudit({ token: entered.token, from: from() }))
    outcomeOf('audit_export', await auth.exportAudit({ token: entered.token, from: from() }))
    const change = { token: entered.token, otpEnabled: true, from: from() }
    outcomeOf('organization', await auth.changeOrganization(change))

    const switching = { sessionToken: entered.sessionToken, tenantId: 'acme', from: from() }
    const waiting = outcomeOf('otp_required', await auth.selectTenant(switching))
    environment.ports.clock.advance(30)
    outcomeOf('otp_resent', await auth.resendOtp({ ...waiting, from: from() }))
    const { code } = await environment.lastMail('otp')
    const guess = { username: waiting.username, code, from: from() }
    const { token } = outcomeOf('authenticated', await auth.verifyOtp(guess))

    const refreshed = outcomeOf('refreshed', await auth.refresh({ token, from: from() }))
    outcomeOf('logged_out', await auth.logOut({ token: refreshed.token, from: from() }))
    outcomeOf('reset_requested', await auth.forgotPassword({ email: ada.email, from: from() }))
    const { accounts } = await environment.lastMail('password_reset')
    const resetToken = accounts[0]?.token ?? ''
    const reset = { resetToken, newPassword: 'battery staple', from: from() }
    outcomeOf('password_reset', await auth.resetPassword(reset))
    const again = await environment.logIn({ ...ada, password: 'battery staple' })
    expect(again).toMatchObject({ kind: 'otp_required' })
  })

  it('work there for one’s own account, too', async () => {
    const store = createMemoryStore({ rehearse: true })
    const { environment, ada, token, sessionId } = await acting({ ports: { store } })
    const { auth, from } = environment
    const mine = { token, from: from() }
    outcomeOf('me', await auth.changeMe({ ...mine, firstName: 'Augusta' }))
    outcomeOf('sessions', await auth.listSessions(mine))
    outcomeOf('other_sessions_ended', await auth.endOtherSessions(mine))
    const { key } = outcomeOf('api_key_created', await auth.createApiKey({ ...mine, name: 'CI' }))
    const rotation = { ...mine, id: key.id, overlapHours: 1 }
    outcomeOf('api_key_rotated', await auth.rotateApiKey(rotation))
    outcomeOf('api_key_revoked', await auth.revokeApiKey({ ...mine, id: 'first' }))
    expect(outcomeOf('api_keys', await auth.listApiKeys(mine)).keys).toHaveLength(2)
    const address = { email: 'countess@example.org', currentPassword: ada.password }
    outcomeOf('email_change_requested', await auth.changeEmail({ ...mine, ...address }))
    const { token: link } = await environment.lastMail('email_change')
    const proof = { token: link, accessToken: token, from: from() }
    outcomeOf('email_verified', await auth.verifyEmail(proof))
    const passwords = { currentPassword: ada.password, newPassword: 'battery staple' }
    outcomeOf('password_changed', await auth.changePassword({ ...mine, ...passwords }))
    outcomeOf('me', await auth.readMe(mine))
    outcomeOf('session_ended', await auth.endSession({ ...mine, id: sessionId }))
    expect(await environment.audit('password_changed')).toHaveLength(1)
  })
})
