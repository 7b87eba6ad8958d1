import type { AcceptInvitationCommand, InviteCommand } from '../src/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../testing/test-environment.ts'

/** An organization with a confirmed administrator, who is logged in. */
export interface Inviting {
  /** The use cases and their ports. */
  readonly environment: TestEnvironment
  /** The administrator. */
  readonly ada: Person
  /** Her access token. */
  readonly token: string
  /** Invites Bob, unless said otherwise. */
  invite(changes?: Partial<InviteCommand>): ReturnType<TestEnvironment['auth']['invite']>
  /** Invites, and gives the token of the mail. @throws {TypeError} When that is refused. */
  invited(
    changes?: Partial<InviteCommand>,
  ): Promise<{ readonly id: string; readonly token: string }>
  /** Accepts an invitation as Bob, unless said otherwise. */
  accept(
    token: string,
    changes?: Partial<AcceptInvitationCommand>,
  ): ReturnType<TestEnvironment['auth']['acceptInvitation']>
}

/** An organization of which an administrator may invite others. */
export async function createInviting(options: TestEnvironmentOptions = {}): Promise<Inviting> {
  return invitingIn(createTestEnvironment(options))
}

/** The same in an environment that is there. */
export async function invitingIn(environment: TestEnvironment): Promise<Inviting> {
  const ada = await environment.signUp()
  await environment.changeAccount(ada.accountId, { emailVerified: true })
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  const invite: Inviting['invite'] = (changes) =>
    environment.auth.invite({ ...bob, token, from: environment.from(), ...changes })

  return {
    environment,
    ada,
    token,
    invite,
    async invited(changes) {
      const { invitation } = outcomeOf('invitation_sent', await invite(changes))
      return { id: invitation.id, token: (await environment.lastMail('invitation')).token }
    },
    accept: (invitationToken, changes) =>
      environment.auth.acceptInvitation(acceptCommand(environment, invitationToken, changes)),
  }
}

/** What Bob sends to accept an invitation. */
export function acceptCommand(
  environment: TestEnvironment,
  token: string,
  changes: Partial<AcceptInvitationCommand> = {},
): AcceptInvitationCommand {
  return {
    token,
    username: 'Bob',
    password: bobsPassword,
    firstName: 'Bob',
    lastName: 'Builder',
    from: environment.from({ network: '198.51.100.1' }),
    ...changes,
  }
}

/** What Bob chooses. */
export const bobsPassword = 'battery staple'

const bob = { email: 'Bob@Example.com', machineRole: 'operator', groups: ['Ops'] }
