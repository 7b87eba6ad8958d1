import type { Check } from '../check.ts'
import { accountChecks } from './account.ts'
import { answerChecks } from './answers.ts'
import { backendChecks } from './backend.ts'
import { codeChecks } from './codes.ts'
import { loginChecks } from './login.ts'
import { organizationChecks } from './organization.ts'
import { providerChecks } from './providers.ts'
import { olderEditionChecks, resetChecks } from './reset.ts'
import { selectTenantChecks } from './select-tenant.ts'
import { sessionChecks } from './sessions.ts'
import { signUpChecks } from './sign-up.ts'
import { tokenChecks } from './tokens.ts'

/** Every check, in the order in which they run. Those that look at all answers come last. */
export const checks: readonly Check[] = [
  ...signUpChecks,
  ...loginChecks,
  ...selectTenantChecks,
  ...codeChecks,
  ...sessionChecks,
  ...tokenChecks,
  ...backendChecks,
  ...resetChecks,
  ...olderEditionChecks,
  ...providerChecks,
  ...accountChecks,
  ...organizationChecks,
  ...answerChecks,
]
