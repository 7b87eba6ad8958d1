import { describeInvitations } from './support/describe-invitations.ts'

describeInvitations()
