import { type Answer, describeAnswer, isObject, type Json } from '../target/answer.ts'
import { Deviation } from './outcomes.ts'

/** @throws {Deviation} Unless a condition holds. `came` says what is so instead, without a secret. */
export function expectThat(holds: boolean, expected: string, came: string): void {
  if (!holds) throw new Deviation(expected, came)
}

/** The answer has this status. @throws {Deviation} Otherwise. */
export function expectStatus(answer: Answer, status: number): Answer {
  const came = describeAnswer(answer)
  expectThat(answer.status === status, `${answer.request} to answer ${status}`, came)
  return answer
}

/** The request was refused: 400 to 499, without a token in the answer. @throws {Deviation} Otherwise. */
export function expectRefusal(answer: Answer, what: string): Answer {
  const { request, status, body } = answer
  const isRefused = status >= 400 && status < 500 && !('token' in body)
  expectThat(isRefused, `${request} to refuse ${what} (4xx)`, describeAnswer(answer))
  return answer
}

/** The answer is a problem with this status and code. @throws {Deviation} Otherwise. */
export function expectProblem(answer: Answer, status: number, code: string): Answer {
  const isIt = answer.status === status && answer.body.code === code
  expectThat(isIt, `${answer.request} to answer ${status} \`${code}\``, describeAnswer(answer))
  return answer
}

/** The kinds of values that fields have, in the words of the interface. */
export type FieldType = keyof typeof fieldTypes

/** Fields by name, with the kind of value of each. */
export type Fields = Readonly<Record<string, FieldType>>

const isText = (value: unknown): value is string => typeof value === 'string'

const fieldTypes = {
  string: isText,
  'string that is not empty': (value: unknown) => isText(value) && value !== '',
  boolean: (value: unknown) => typeof value === 'boolean',
  true: (value: unknown) => value === true,
  integer: Number.isInteger,
  object: isObject,
  'array of string': (value: unknown) => Array.isArray(value) && value.every(isText),
  'array of object': (value: unknown) => Array.isArray(value) && value.every(isObject),
  'string or null': (value: unknown) => isText(value) || value === null,
} as const

/**
 * An object has each field of a table, with a value of its type. Others may be there.
 *
 * @param what What the object is, for the message.
 * @throws {Deviation} For the first field that is not so.
 */
export function expectFields(value: unknown, fields: Fields, what: string): Json {
  if (!isObject(value)) throw new Deviation(`${what} to be an object`, kindOf(value))
  for (const [name, type] of Object.entries(fields)) {
    const isIt = fieldTypes[type](value[name])
    expectThat(isIt, `\`${name}\` (${type}) in ${what}`, kindOf(value[name]))
  }
  return value
}

/** The fields of a successful answer. @throws {Deviation} For another status, or the first field that is not so. */
export function expectAnswer(answer: Answer, status: number, fields: Fields): Json {
  expectStatus(answer, status)
  return expectFields(answer.body, fields, `the ${status} of ${answer.request}`)
}

/** Two values that the interface says are the same; they are not shown. @throws {Deviation} Unless they are. */
export function expectSame(one: unknown, other: unknown, expected: string): void {
  const isSame = JSON.stringify(one) === JSON.stringify(other)
  expectThat(isSame, expected, `${kindOf(one)} and ${kindOf(other)} that differ`)
}

/** The items of a list field. @throws {Deviation} Unless it is a list of objects. */
export function expectItems(body: Json, name: string, what: string): readonly Json[] {
  expectFields(body, { [name]: 'array of object' }, what)
  return body[name] as readonly Json[]
}

/** What a value is, without showing it: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'no such field'
  if (value === null || value === '' || typeof value === 'boolean') return JSON.stringify(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  return Number.isInteger(value) ? 'an integer' : `a value of type ${typeof value}`
}
