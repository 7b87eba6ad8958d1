/** What the auth routes answer, in the wire's words. Presenting is typed by these schemas. */
import * as v from 'valibot'
import { message } from './answer-parts.ts'

export * from '../audit/answers.ts'
export * from '../introspection/answers.ts'
export * from '../invitations/answers.ts'
export * from '../login/answers.ts'
export * from '../me/answers.ts'
export * from '../members/answers.ts'
export * from '../organization/answers.ts'
export * from '../password-reset/answers.ts'
export * from '../registration/answers.ts'
export * from '../session/answers.ts'
export { user } from './answer-parts.ts'

/** Answers with nothing but a message. */
export const messageAnswer = v.strictObject({ message })
