/** What people, clients and attackers do. Each is one request. */
import type { ClientType, Role } from '@gatehouse/auth-core/ports'

/** Where a request comes from. */
export interface Caller {
  readonly client: ClientType
  readonly network: string
}

/** A request with an access token. */
interface Bearing {
  readonly token: string
}

/** A request about another organization than one's own, maybe. */
interface Aiming extends Bearing {
  /** Left out: one's own. */
  readonly organization?: string
}

/** A request about a member. */
interface AimingAtMember extends Aiming {
  readonly person: string
}

/** One request, with what is sent. */
export type Act = Caller &
  (
    | {
        readonly kind: 'signUp'
        readonly username: string
        readonly email: string
        readonly organization: string
        readonly password: string
      }
    | {
        readonly kind: 'verifyEmail'
        readonly link: string
        readonly password?: string
        readonly newPassword?: string
        readonly token?: string
      }
    | { readonly kind: 'logIn'; readonly email: string; readonly password: string }
    | {
        readonly kind: 'selectTenant'
        readonly sessionToken: string
        readonly organization: string
      }
    | {
        readonly kind: 'verifyOtp'
        readonly username: string
        readonly code: string
        readonly sessionToken?: string
      }
    | ({ readonly kind: 'refresh' } & Bearing)
    | ({ readonly kind: 'logOut' } & Bearing)
    | { readonly kind: 'forgotPassword'; readonly email: string }
    | { readonly kind: 'resetPassword'; readonly link: string; readonly newPassword: string }
    | ({ readonly kind: 'invite'; readonly email: string; readonly role: Role } & Aiming)
    | ({ readonly kind: 'revokeInvitation'; readonly invitation: string } & Aiming)
    | {
        readonly kind: 'acceptInvitation'
        readonly link: string
        readonly username: string
        readonly password: string
      }
    | ({
        readonly kind: 'changeMember'
        readonly role?: Role
        readonly disabled?: boolean
      } & AimingAtMember)
    | ({ readonly kind: 'removeMember' } & AimingAtMember)
    | ({ readonly kind: 'endMemberSessions' } & AimingAtMember)
    | ({ readonly kind: 'setCodes'; readonly codes: boolean } & Aiming)
    | ({ readonly kind: 'closeOrganization' } & Aiming)
    | { readonly kind: 'reopenOrganization'; readonly link: string }
    | ({ readonly kind: 'createApiKey' } & Bearing)
    | ({ readonly kind: 'revokeApiKey'; readonly key: string } & Bearing)
    | ({ readonly kind: 'rotateApiKey'; readonly key: string; readonly hours: number } & Bearing)
    | ({ readonly kind: 'endSession'; readonly session: string } & Bearing)
    | ({ readonly kind: 'endOtherSessions' } & Bearing)
    | ({
        readonly kind: 'changePassword'
        readonly password: string
        readonly newPassword: string
      } & Bearing)
    | ({ readonly kind: 'deleteMe'; readonly password: string } & Bearing)
  )

/** The acts of one kind. */
export type ActOf<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>
