import type { BrandSettings } from './pages-settings.ts'
import type { SettingName, ValuesOfNames } from './setting-groups.ts'
import type { MailSettings } from './settings.ts'

/** The settings that {@link toMailSettings} and {@link toBrandSettings} read, and those they refer to. */
export const mailSettingNames = [
  'PUBLIC_BASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'VERIFY_EMAIL_URL',
  'RESET_PASSWORD_URL',
  'INVITATION_URL',
  'REOPEN_ORGANIZATION_URL',
  'BRAND_NAME',
  'BRAND_LOGO_FILE',
  'BRAND_COLOR',
] as const satisfies readonly SettingName[]

type MailValues = ValuesOfNames<typeof mailSettingNames>

/** The mail server, the sender, and the pages that mails lead to. */
export function toMailSettings(values: MailValues): MailSettings {
  return {
    url: values.SMTP_URL,
    from: values.MAIL_FROM,
    verifyEmailUrl: values.VERIFY_EMAIL_URL,
    resetPasswordUrl: values.RESET_PASSWORD_URL,
    invitationUrl: values.INVITATION_URL,
    reopenOrganizationUrl: values.REOPEN_ORGANIZATION_URL,
  }
}

/** The name and the looks of the service, on pages and in mails. */
export function toBrandSettings({
  BRAND_NAME: name,
  BRAND_LOGO_FILE,
  BRAND_COLOR,
}: MailValues): BrandSettings {
  return {
    name,
    ...(BRAND_LOGO_FILE !== undefined && { logoFile: BRAND_LOGO_FILE }),
    ...(BRAND_COLOR !== undefined && { color: BRAND_COLOR }),
  }
}
