import { acceptInvitation } from './commands/accept.ts'
import { changeRole, disableMember } from './commands/change-member.ts'
import { closeOrganization, removeClosed } from './commands/close.ts'
import type { Command } from './commands/command.ts'
import { removeMember } from './commands/leave.ts'
import { changePassword, confirmEmail } from './commands/own-account.ts'
import { undoAcceptance } from './commands/recover.ts'

/** What has more steps with Keycloak, or others, and how many of them last. */
export const keycloakCommands: readonly Command[] = [
  { ...acceptInvitation, effects: 5 },
  undoAcceptance,
  { ...removeMember, effects: 3 },
  { ...disableMember, effects: 4 },
  { ...changeRole, effects: 6 },
  { ...changePassword, effects: 5 },
  { ...confirmEmail, effects: 5 },
  closeOrganization,
  { ...removeClosed, effects: 4 },
]
