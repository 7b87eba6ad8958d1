import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { resetOperations } from './operations.ts'

type ResetOperationName = keyof typeof resetOperations

/** Turns requests about a new password by mail into commands of the core; makes no decisions. */
export function createResetHandlers(
  auth: Pick<Auth, ResetOperationName>,
): Pick<Handlers, ResetOperationName> {
  return {
    forgotPassword: ({ email }, { from }) => auth.forgotPassword({ email, from }),
    readReset: (body, { from }) => auth.readReset({ resetToken: body.reset_token, from }),
    resetPassword: (body, { from }) =>
      auth.resetPassword({
        resetToken: body.reset_token,
        newPassword: body.new_password,
        from,
      }),
  }
}
