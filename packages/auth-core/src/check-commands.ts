import type { Auth } from './auth.ts'
import {
  type CommandName,
  commandFields,
  type FieldRule,
  type FieldType,
} from './command-fields.ts'
import type { FieldError, Invalid } from './refusal.ts'

type AnyUseCase = (command: unknown) => Promise<unknown>

/**
 * The same use cases for callers whose types no compiler has checked: a field that is missing or has another type is
 * `invalid`, and named, before anything is done. What a field has to be beyond its type is for the use case to say.
 */
export function checkCommands(auth: Auth): Auth {
  const names = Object.keys(commandFields) as CommandName[]
  const checked = names.map((name) => {
    // Each is called with the command that its own name stands for.
    const useCase = auth[name] as AnyUseCase
    const fields: Readonly<Record<string, FieldRule>> = commandFields[name]
    const check = async (command: unknown) => {
      const errors = wrongFields(command, fields)
      return errors.length > 0 ? ({ kind: 'invalid', errors } satisfies Invalid) : useCase(command)
    }
    return [name, check] as const
  })
  return { ...auth, ...(Object.fromEntries(checked) as unknown as Pick<Auth, CommandName>) }
}

function wrongFields(
  command: unknown,
  fields: Readonly<Record<string, FieldRule>>,
): readonly FieldError[] {
  if (!isType.object(command)) return [errorOf('', 'object')]
  const values = command as Readonly<Record<string, unknown>>
  return Object.entries(fields).flatMap(([field, rule]) => {
    const value = values[field]
    const [type = 'object'] = rule.split(/[|?]/) as FieldType[]
    if (value === undefined) return rule.endsWith('?') ? [] : [missing(field)]
    if (value === null && rule.includes('|null')) return []
    return isType[type](value) ? [] : [errorOf(field, type)]
  })
}

const isType: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const ruleOf: Readonly<Record<FieldType, Omit<FieldError, 'field'>>> = {
  text: { rule: 'string', message: 'This field must be a string.' },
  texts: { rule: 'array', message: 'This field must be a list of strings.' },
  number: { rule: 'number', message: 'This field must be a number.' },
  flag: { rule: 'boolean', message: 'This field must be true or false.' },
  object: { rule: 'object', message: 'This must be an object.' },
}

function errorOf(field: string, type: FieldType): FieldError {
  return { field, ...ruleOf[type] }
}

function missing(field: string): FieldError {
  return { field, rule: 'required', message: 'This field is required.' }
}
