/** `@gatehouse/auth-core/operator`: the use cases of operators. */
export { chainAudit } from '../audit/chain-audit.ts'
export {
  type AuditFault,
  type AuditProof,
  type VerifyAuditOptions,
  verifyAudit,
} from '../audit/verify-audit.ts'
export { parseEmailAddress } from '../identity/email-address.ts'
export {
  type KeyState,
  keyAcceptedUntil,
  keyState,
  propagationLeft,
  propagationSeconds,
  revokedKids,
  signingAbility,
} from '../keys/key-ring.ts'
export {
  type ForcedRotationPreview,
  previewForcedRotation,
} from '../keys/preview-forced-rotation.ts'
export { forceKeyRotation, type RotationSettings, rotationPolicy } from '../keys/rotate-keys.ts'
export { replicaTtlSeconds } from '../records/replica.ts'
export { isImported } from '../records/tenant.ts'
export { reservationSeconds } from '../registration/reservation.ts'
export { holdsBackUnconfirmed } from '../tokens/machine-verifier.ts'
export {
  type AccountCreated,
  type CreateAccountCommand,
  type CreateAccountPorts,
  createAccount,
} from './create-account.ts'
export {
  type AccountsImport,
  type ImportConflict,
  type ImportedUser,
  importAccounts,
  type PlannedAccounts,
  type UserToImport,
} from './import-accounts.ts'
export {
  importOrganization,
  type OrganizationImport,
  type OrganizationImported,
} from './import-organization.ts'
export { type AccountKeptOut, disableAccount, enableAccount } from './keep-out.ts'
export { type CredentialReplacement, replaceCredential } from './replace-credential.ts'
export { type OrganizationSummary, summarizeOrganizations } from './summarize-organizations.ts'
export {
  type AccountUnlocked,
  type CountersOf,
  type UnlockPorts,
  unlockAccount,
} from './unlock-account.ts'
