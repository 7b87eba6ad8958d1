import { type Remark, remark } from './remark.ts'
import type { SettingName, Values } from './setting-groups.ts'

/** The settings with the addresses of pages. */
export const pageAddresses = [
  'LOGIN_URL',
  'OTP_URL',
  'WORKSPACE_PICKER_URL',
  'SIGN_UP_URL',
  'CHECK_MAIL_URL',
  'VERIFY_EMAIL_URL',
  'FORGOT_PASSWORD_URL',
  'RESET_PASSWORD_URL',
  'INVITATION_URL',
  'DASHBOARD_URL',
  'PEOPLE_URL',
  'ORGANIZATION_URL',
  'AUDIT_URL',
  'ACCOUNT_URL',
  'REOPEN_ORGANIZATION_URL',
] as const satisfies readonly SettingName[]

/** Paths at which the gateway has something else. */
const taken = /^\/(?:$|(?:api|docs|pages)(?:\/|$)|(?:healthz|livez|readyz|openapi\.json)$)/

/** The fault in the address of a page that the gateway is to serve. */
export function pageFault(
  name: (typeof pageAddresses)[number],
  values: Partial<Values>,
): Remark | undefined {
  const { PUBLIC_BASE_URL: base, WEB_PAGES: on } = values
  const path = ownPathOf(values[name], base)
  if (!on || path === undefined) return undefined
  if (taken.test(path)) return remark(name, `must not be at ${path}, where something else is`)
  const before = pageAddresses.slice(0, pageAddresses.indexOf(name))
  const same = before.find((other) => ownPathOf(values[other], base) === path)
  return same && remark(name, `must not be the address that ${same} has`)
}

function ownPathOf(address: string | undefined, base: string | undefined): string | undefined {
  if (address === undefined || base === undefined) return undefined
  const { origin, pathname } = new URL(address)
  return origin === new URL(base).origin ? pathname : undefined
}
