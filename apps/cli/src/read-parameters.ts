import { parseArgs } from 'node:util'
import { nearest } from '@gatehouse/settings/nearest'
import type { Command, CommandCall, CommandOption } from './command.ts'

/** What follows the name of a command, or what is wrong with it. */
export type ParametersReading =
  | { readonly ok: true; readonly value: Pick<CommandCall, 'flags' | 'texts' | 'operands'> }
  | { readonly ok: false; readonly mistake: string }

/** All options of a command, with `--json` where it has one. */
export function optionsOf({ options, json }: Command): Command['options'] {
  const jsonOption: CommandOption | undefined = json === undefined ? undefined : { summary: json }
  return { ...options, ...(jsonOption && { json: jsonOption }) }
}

/** Reads what follows the name of a command. */
export function readParameters(command: Command, parameters: readonly string[]): ParametersReading {
  const { name, operands = [] } = command
  const options = optionsOf(command)
  const parsed = parse(options, parameters)
  if (!parsed.ok) return parsed
  const { positionals } = parsed.value
  const values = Object.entries(parsed.value.values)
  const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const missing = Object.keys(options).find(
    (option) => options[option]?.required && !texts.some(([text]) => text === option),
  )
  if (missing !== undefined) return mistaken(`--${missing} is needed.`)
  const unexpected = positionals[operands.length]
  if (unexpected !== undefined) return mistaken(`${name} does not take "${unexpected}".`)
  const left = operands[positionals.length]
  if (left !== undefined) return mistaken(`${left} is needed.`)
  const flags = new Set(values.flatMap(([option, value]) => (value === true ? [option] : [])))
  return { ok: true, value: { flags, texts: Object.fromEntries(texts), operands: positionals } }
}

function parse(options: Command['options'], parameters: readonly string[]) {
  const types = Object.entries(options).map(([option, { value }]) => {
    return [option, { type: value === undefined ? 'boolean' : 'string' }] as const
  })
  try {
    const value = parseArgs({
      args: [...parameters],
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
    return { ok: true, value } as const
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error
    // The first sentence is enough; others are hints for programmers.
    const sentence = `${error.message.split(/[.\n]/)[0]}.`
    const [, unknown] = /^Unknown option '--(.+)'\.$/.exec(sentence) ?? []
    const meant = unknown && nearest(unknown, [...Object.keys(options), 'help'])
    return mistaken(meant ? `${sentence} Did you mean --${meant}?` : sentence)
  }
}

function mistaken(mistake: string) {
  return { ok: false, mistake } as const
}
