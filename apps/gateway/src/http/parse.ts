import type { FieldError } from '@gatehouse/auth-core'
import * as v from 'valibot'
import type { ProblemCode } from './problems.ts'

/** A request that the client program got wrong. The one exception that routes throw. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly code: ProblemCode
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
 * Holds a parsed body against its schema. Unknown fields are refused.
 *
 * @throws {InvalidRequest} `validation_failed`, naming every field and the rule it breaks, never
 *   what was sent (T-62).
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new InvalidRequest('validation_failed', result.issues.map(fieldError))
}

/** The library's own messages quote the value, so they are not used. */
function fieldError(issue: v.BaseIssue<unknown>): FieldError {
  const field = v.getDotPath(issue) ?? ''
  // A missing and an unknown key are both reported against the object, one by expecting `never`.
  if (issue.expected === 'never') return { field, rule: 'unknown', message: 'Unknown field.' }
  if (issue.type === 'strict_object') {
    return field === ''
      ? { field, rule: 'object', message: 'The body must be a JSON object.' }
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
    default:
      return 'This field breaks a rule.'
  }
}
