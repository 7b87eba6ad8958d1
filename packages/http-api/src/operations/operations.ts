/** The auth API as one table: routing, validation and the OpenAPI document all read it. */

import { auditOperations } from '../audit/operations.ts'
import { introspectionOperations } from '../introspection/operations.ts'
import { invitationOperations } from '../invitations/operations.ts'
import { keptOperations } from '../kept-session/operations.ts'
import { loginOperations } from '../login/operations.ts'
import { meOperations } from '../me/operations.ts'
import { memberOperations } from '../members/operations.ts'
import { organizationOperations } from '../organization/operations.ts'
import { resetOperations } from '../password-reset/operations.ts'
import { registrationOperations } from '../registration/operations.ts'
import { sessionOperations } from '../session/operations.ts'
import type { Operation, RedirectingUseCase, StreamingUseCase, UseCase } from './operation.ts'

/** Every operation by the name of its use case; a missing one does not compile. */
export const operations = {
  ...registrationOperations,
  ...loginOperations,
  ...sessionOperations,
  ...keptOperations,
  ...resetOperations,
  ...organizationOperations,
  ...memberOperations,
  ...invitationOperations,
  ...meOperations,
  ...introspectionOperations,
  ...auditOperations,
} as const satisfies Readonly<
  Record<Exclude<UseCase, RedirectingUseCase | StreamingUseCase>, Operation>
>

/** The use cases that have an operation. */
export type OperationName = keyof typeof operations
