import type { Store } from '../../src/ports/index.ts'
import { about, type Contract } from './contract.ts'
import { accountRepositoryContract } from './store/account-repository-contract.ts'
import { apiKeyRepositoryContract } from './store/api-key-repository-contract.ts'
import { auditChainContract } from './store/audit-chain-contract.ts'
import { auditLogContract } from './store/audit-log-contract.ts'
import { endingRepositoryContract } from './store/ending-repository-contract.ts'
import { externalIdentityRepositoryContract } from './store/external-identity-repository-contract.ts'
import { invitationRepositoryContract } from './store/invitation-repository-contract.ts'
import { memberQueriesContract } from './store/member-queries-contract.ts'
import { membershipQueriesContract } from './store/membership-queries-contract.ts'
import { oneTimeTokenRepositoryContract } from './store/one-time-token-repository-contract.ts'
import { otpChallengeRepositoryContract } from './store/otp-challenge-repository-contract.ts'
import { outboxContract } from './store/outbox-contract.ts'
import { outboxDeliveryContract } from './store/outbox-delivery-contract.ts'
import { replicaRepositoryContract } from './store/replica-repository-contract.ts'
import { reservedAccountContract } from './store/reserved-account-contract.ts'
import { sessionRepositoryContract } from './store/session-repository-contract.ts'
import { signingKeyRepositoryContract } from './store/signing-key-repository-contract.ts'
import { tenantRepositoryContract } from './store/tenant-repository-contract.ts'
import { transactionContract } from './store/transaction-contract.ts'
import type { FallibleSubject } from './subject.ts'

/** The adapter that {@link storeContract} tests. */
export type StoreSubject = FallibleSubject<Store>

/** The promises every {@link Store} adapter keeps. */
export function storeContract(subject: StoreSubject): Contract {
  return about('Store:', [
    ...transactionContract(subject),
    ...tenantRepositoryContract(subject),
    ...accountRepositoryContract(subject),
    ...memberQueriesContract(subject),
    ...membershipQueriesContract(subject),
    ...reservedAccountContract(subject),
    ...externalIdentityRepositoryContract(subject),
    ...otpChallengeRepositoryContract(subject),
    ...oneTimeTokenRepositoryContract(subject),
    ...invitationRepositoryContract(subject),
    ...sessionRepositoryContract(subject),
    ...apiKeyRepositoryContract(subject),
    ...endingRepositoryContract(subject),
    ...signingKeyRepositoryContract(subject),
    ...replicaRepositoryContract(subject),
    ...outboxContract(subject),
    ...outboxDeliveryContract(subject),
    ...auditLogContract(subject),
    ...auditChainContract(subject),
  ])
}
