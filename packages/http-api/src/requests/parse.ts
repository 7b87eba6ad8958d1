import type { FieldError } from '@gatehouse/auth-core'
import * as v from 'valibot'
import type { ApiBody } from '../exchange.ts'
import type { ProblemCode } from '../problems/problems.ts'

/** A request that is wrong through a mistake of the client program. Routes throw no other exception. */
export class InvalidRequest extends Error {
  /** Always `InvalidRequest`. */
  override readonly name = 'InvalidRequest'
  /** What is wrong, as the problem that answers it says. */
  readonly code: ProblemCode
  /** The fields that break a rule; `undefined` where it is not about fields. */
  readonly errors: readonly FieldError[] | undefined

  constructor(code: ProblemCode, errors?: readonly FieldError[]) {
    super(code)
    this.code = code
    this.errors = errors
  }
}

/**
 * Reads a JSON body: valid UTF-8 (RFC 8259, section 8.1), one JSON text.
 *
 * @throws {InvalidRequest} `malformed_json`
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new InvalidRequest('malformed_json')
  }
}

/**
 * Checks a parsed body against its schema. Unknown fields are refused.
 *
 * @throws {InvalidRequest} `validation_failed`, naming every field and the rule that it breaks, never the
 * value (T-62).
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  // The library accepts an array as an object with the fields 0, 1 and so on.
  if (Array.isArray(body)) throw new InvalidRequest('validation_failed', [notAnObject])
  const result = v.safeParse(schema, body)
  if (!result.success) throw new InvalidRequest('validation_failed', result.issues.map(fieldError))
  const halves = Object.entries(body as object).filter(([, value]) => hasHalfPair(value))
  if (halves.length > 0) {
    throw new InvalidRequest('validation_failed', halves.map(notText))
  }
  return result.output
}

/**
 * Reads the query of a request target and checks it against its schema. Repeated and unknown parameters are
 * refused.
 *
 * @throws {InvalidRequest} `validation_failed`, as for a body.
 */
export function parseQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  target: string,
): v.InferOutput<Schema> {
  const [, query = ''] = /\?(.*)$/s.exec(target) ?? []
  return parsePairs(schema, [...new URLSearchParams(query)])
}

/**
 * Reads a form and checks it as a query.
 *
 * @throws {InvalidRequest} `validation_failed`
 */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  body: ApiBody,
): v.InferOutput<Schema> {
  if (body.kind === 'bytes') return parseQuery(schema, `?${Buffer.from(body.bytes)}`)
  // What is there twice is a list, and what has brackets in its name is an object, which no rule takes.
  const pairs = Object.entries(Object(body.value) as Readonly<Record<string, unknown>>)
  return parsePairs(
    schema,
    pairs.flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const)),
  )
}

function parsePairs<Schema extends v.GenericSchema>(
  schema: Schema,
  values: readonly (readonly [string, unknown])[],
): v.InferOutput<Schema> {
  const names = values.map(([name]) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  const errors = [
    ...[...repeated].map((field) => ({ field, rule: 'repeated', message: 'Send this once.' })),
    ...values.filter(([, value]) => /\p{Cc}/u.test(String(value))).map(notText),
  ]
  if (errors.length > 0) throw new InvalidRequest('validation_failed', errors)
  return parseBody(schema, Object.fromEntries(values))
}

/** What identifiers have, and no others: nothing that is encoded in a path, and no dots alone. */
export const pathParameter = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,255}$/

/**
 * The parameters of a path, decoded. Our identifiers have no other characters, so a parameter
 * with others cannot exist.
 *
 * @throws {InvalidRequest} `not_found`
 */
export function parseParameters(
  parameters: Readonly<Record<string, string | readonly string[]>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (typeof value !== 'string' || !pathParameter.test(value)) {
        throw new InvalidRequest('not_found')
      }
      return [name, value]
    }),
  )
}

const notAnObject = { field: '', rule: 'object', message: 'The body must be a JSON object.' }

/**
 * Whether a text has half a surrogate pair, which JSON can escape but UTF-8 cannot encode: an encoder would
 * replace it by U+FFFD, which makes another password (RFC 8259, section 8.2).
 */
function hasHalfPair(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed()
}

function notText([field]: readonly [string, unknown]): FieldError {
  return { field, rule: 'not_text', message: 'This field must be valid Unicode text.' }
}

/** The error for a field. The library's messages quote the value, so they are not used. */
function fieldError(issue: v.BaseIssue<unknown>): FieldError {
  const field = v.getDotPath(issue) ?? ''
  // Missing and unknown keys are both reported for the object; only an unknown key expects `never`.
  if (issue.expected === 'never') return { field, rule: 'unknown', message: 'Unknown field.' }
  if (issue.type === 'strict_object') {
    return field === ''
      ? notAnObject
      : { field, rule: 'required', message: 'This field is required.' }
  }
  return { field, rule: rules[issue.type] ?? issue.type, message: sentence(issue) }
}

const rules: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  regex: 'format',
  min_length: 'length',
  max_length: 'length',
  digits: 'integer',
  iso_timestamp: 'format',
  min_value: 'range',
  max_value: 'range',
}

function sentence({ type, requirement }: v.BaseIssue<unknown>): string {
  switch (type) {
    case 'string':
      return 'This field must be a string.'
    case 'boolean':
      return 'This field must be true or false.'
    case 'regex':
      return 'This field must be exactly 6 digits.'
    case 'min_length':
      return 'This field must not be empty.'
    case 'max_length':
      return `This field has at most ${String(requirement)} characters.`
    case 'iso_timestamp':
      return 'This field must be a moment such as 2026-01-31T12:00:00Z.'
    case 'digits':
      return 'This field must be a whole number.'
    case 'min_value':
      return `This field is at least ${String(requirement)}.`
    case 'max_value':
      return `This field is at most ${String(requirement)}.`
    default:
      return 'This field breaks a rule.'
  }
}
