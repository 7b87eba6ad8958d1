import { acceptInvitation } from './commands/accept.ts'
import { changeRole, disableMember, enableMember } from './commands/change-member.ts'
import { closeOrganization, removeClosed } from './commands/close.ts'
import type { Command } from './commands/command.ts'
import { deleteMe, removeMember } from './commands/leave.ts'
import { changeEmail, changePassword, confirmEmail } from './commands/own-account.ts'
import { finishRemoval, undoAcceptance } from './commands/recover.ts'

/** All that changes an account in several steps. */
export const localCommands: readonly Command[] = [
  acceptInvitation,
  undoAcceptance,
  removeMember,
  finishRemoval,
  deleteMe,
  disableMember,
  enableMember,
  changeRole,
  changePassword,
  changeEmail,
  confirmEmail,
  closeOrganization,
  removeClosed,
]
