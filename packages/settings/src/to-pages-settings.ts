import type { PagesSettings } from './pages-settings.ts'
import type { Values } from './setting-groups.ts'
import { toBrandSettings } from './to-mail-settings.ts'

/** The pages that people sign in with. */
export function toPagesSettings(values: Values): PagesSettings {
  return {
    on: values.WEB_PAGES,
    urls: {
      signIn: values.LOGIN_URL,
      oneTimeCode: values.OTP_URL,
      workspaces: values.WORKSPACE_PICKER_URL,
      signUp: values.SIGN_UP_URL,
      checkMail: values.CHECK_MAIL_URL,
      verifyEmail: values.VERIFY_EMAIL_URL,
      forgotPassword: values.FORGOT_PASSWORD_URL,
      resetPassword: values.RESET_PASSWORD_URL,
      dashboard: values.DASHBOARD_URL,
      people: values.PEOPLE_URL,
      organization: values.ORGANIZATION_URL,
      audit: values.AUDIT_URL,
      account: values.ACCOUNT_URL,
      invitation: values.INVITATION_URL,
      reopenOrganization: values.REOPEN_ORGANIZATION_URL,
    },
    brand: toBrandSettings(values),
    ...(values.AGENT_COMMAND !== undefined && { agentCommand: values.AGENT_COMMAND }),
  }
}
