/** What the routes of a session answer, in the wire's words. */
import * as v from 'valibot'
import { expiresIn } from '../answers/answer-parts.ts'

/** `POST /api/auth/refresh` */
export const refreshedAnswer = v.strictObject({ token: v.string(), expires_in: expiresIn })
