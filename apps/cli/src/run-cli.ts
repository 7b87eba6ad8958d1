import { parseArgs } from 'node:util'
import {
  type Command,
  type CommandCall,
  type CommandResult,
  type ExitCode,
  endWith,
  exitCodes,
} from './command.ts'
import { usageOf, usageOfCommand } from './usage.ts'

/** Where a command line comes from. */
export type CommandLine = Pick<CommandCall, 'environment' | 'console'> & {
  /** The words after `gatehouse`. */
  readonly parameters: readonly string[]
}

/** Finds the command of a command line, runs it, and prints its messages. */
export async function runCli(
  commands: readonly Command[],
  commandLine: CommandLine,
): Promise<ExitCode> {
  const { exit, lines } = await runCommand(commands, commandLine)
  const { print, complain } = commandLine.console
  const say = exit === 'done' ? print : complain
  say(...lines)
  return exitCodes[exit]
}

async function runCommand(
  commands: readonly Command[],
  { parameters, environment, console }: CommandLine,
): Promise<CommandResult> {
  const command = findCommand(commands, parameters)
  if (command === undefined) {
    return endWith(isHelp(parameters[0]) ? 'done' : 'usage', ...usageOf(commands))
  }
  const rest = parameters.slice(command.name.split(' ').length)
  if (rest.some(isHelp)) return endWith('done', ...usageOfCommand(command))
  const reading = readParameters(command, rest)
  if (!reading.ok) return endWith('usage', reading.mistake, '', ...usageOfCommand(command))
  return command.run({ ...reading.value, environment, console })
}

/** The command with the longest name that the parameters begin with. */
function findCommand(
  commands: readonly Command[],
  parameters: readonly string[],
): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, index) => parameters[index] === word))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
}

function isHelp(parameter: string | undefined): boolean {
  return parameter === '--help' || parameter === '-h'
}

type ParametersReading =
  | { readonly ok: true; readonly value: Pick<CommandCall, 'flags' | 'texts' | 'operands'> }
  | { readonly ok: false; readonly mistake: string }

function readParameters(
  { name: command, options, operands = [] }: Command,
  parameters: readonly string[],
): ParametersReading {
  const parsed = parse(options, parameters)
  if (!parsed.ok) return parsed
  const { positionals } = parsed.value
  const values = Object.entries(parsed.value.values)
  const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const missing = Object.keys(options).find(
    (option) => options[option]?.required && !texts.some(([name]) => name === option),
  )
  if (missing !== undefined) return mistaken(`--${missing} is needed.`)
  const unexpected = positionals[operands.length]
  if (unexpected !== undefined) return mistaken(`${command} does not take "${unexpected}".`)
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
    return mistaken(`${error.message.split(/[.\n]/)[0]}.`)
  }
}

function mistaken(mistake: string) {
  return { ok: false, mistake } as const
}
