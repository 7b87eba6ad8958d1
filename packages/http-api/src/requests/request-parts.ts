/** What several of the requests are made of. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'

/** Longest password a login looks at, in UTF-16 units; new ones are held to the password rules. */
const longestPassword = 1024

/** Keywords of JSON Schema. */
type Keywords = Readonly<Record<string, unknown>>

/**
 * A text that the core checks.
 *
 * @param keywords What of its rules the OpenAPI document tells.
 */
export const text = (description: string, keywords: Keywords = {}) =>
  v.pipe(v.string(), v.description(description), v.metadata(keywords))

/** A token, or the secret in a link. */
export const tokenText = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(16_384), v.description(description))

/** A number that the core checks, as `text`. */
export const number = (description: string, keywords: Keywords) =>
  v.pipe(v.number(), v.description(description), v.metadata(keywords))

/** A first or last name, or what something is called. */
export const name = (description: string) => text(description, fieldConstraints.displayName)

/** An address that mail is to go to. */
export const email = (description: string) =>
  text(description, { format: 'idn-email', ...fieldConstraints.email })

/** A password that is to be kept. */
export const newPassword = (description: string) => text(description, fieldConstraints.password)

/** A password that is only compared. */
export const password = (description: string) =>
  v.pipe(v.string(), v.maxLength(longestPassword), v.description(description))

/** A group, by its path. */
export const groups = (description: string, keywords: Keywords) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.metadata(keywords))),
    v.description(description),
    v.metadata(fieldConstraints.grant.groups),
  )

/** How many items at most a part of a list has. */
export const limit = (most: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.digits(),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(most),
      v.description('At most so many; 50 without it'),
    ),
  )
