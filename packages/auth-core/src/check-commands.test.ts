import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts, down } from '../testing/index.ts'
import type { Auth } from './auth.ts'
import { type CommandName, commandFields, type FieldRule } from './command-fields.ts'
import { createAuth } from './create-auth.ts'
import { defaultSettings } from './settings.ts'

type Rules = Readonly<Record<string, FieldRule>>
type Loose = (command: unknown) => Promise<{ readonly kind: string; readonly errors?: unknown }>

const all: readonly (readonly [CommandName, Rules])[] = Object.entries<Rules>(commandFields).map(
  ([name, rules]) => [name as CommandName, rules],
)

/** A value of the type that a rule asks for, and one that no rule does. */
const good: Readonly<Record<string, unknown>> = {
  text: 'x',
  texts: ['x'],
  number: 1,
  flag: true,
  object: { client: 'ui', network: '', userAgent: '', requestId: '', receivedAt: new Date(0) },
}
const wrong = Symbol('of no type')

describe('a command from plain JavaScript', () => {
  it.each(all)('%s names every field that it needs', async (name, rules) => {
    const needed = Object.keys(rules).filter((field) => !rules[field]?.endsWith('?'))
    const { kind, errors } = await ask(name, {})
    expect(kind).toBe('invalid')
    expect(errors).toEqual(
      needed.map((field) => ({ field, rule: 'required', message: 'This field is required.' })),
    )
  })

  it.each(all)(
    '%s names every field of another type, and repeats no value',
    async (name, rules) => {
      for (const [field, rule] of Object.entries(rules)) {
        for (const value of [wrong, ['x', 7], rule.includes('|null') ? wrong : null]) {
          const { kind, errors } = await ask(name, { ...goodCommand(rules), [field]: value })
          expect([kind, errors]).toEqual(['invalid', [expect.objectContaining({ field })]])
          expect(JSON.stringify(errors)).not.toContain('7')
        }
      }
    },
  )

  it.each(all)('%s is no command at all when it is none', async (name) => {
    for (const command of [undefined, null, 'x', []]) {
      expect(await ask(name, command)).toMatchObject({
        kind: 'invalid',
        errors: [{ field: '', rule: 'object' }],
      })
    }
  })

  it.each(all)('%s reaches its use case when the types are right', async (name, rules) => {
    const outcome = await ask(name, goodCommand(rules)).catch((error: unknown) => ({ error }))
    const errors = 'errors' in outcome ? (outcome.errors as readonly { rule: string }[]) : []
    const ofTypes = ['required', 'string', 'number', 'boolean', 'array', 'object']
    expect(errors.filter(({ rule }) => ofTypes.includes(rule))).toEqual([])
  })

  it('knows every use case that takes a command', () => {
    const apart: readonly (keyof Auth)[] = ['authenticate', 'checkSessions']
    const { auth } = open()
    expect(Object.keys(auth).sort()).toEqual([...Object.keys(commandFields), ...apart].sort())
  })

  it('that is wrong asks no port', async () => {
    const { ports } = open()
    const transaction = down('store')
    const auth = createAuth({ ...ports, store: { ...ports.store, transaction } }, defaultSettings)
    expect(await (auth.logIn as unknown as Loose)({})).toMatchObject({ kind: 'invalid' })
  })
})

function goodCommand(rules: Rules): object {
  return Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [field, good[/^\w+/.exec(rule)?.[0] ?? '']]),
  )
}

function open() {
  const ports = createMemoryPorts()
  return { ports, auth: createAuth(ports, defaultSettings) }
}

function ask(name: CommandName, command: unknown) {
  return (open().auth[name] as unknown as Loose)(command)
}
