import { parseArgs } from 'node:util'
import { type Call, type Command, type ExitCode, exitCodes } from './command.ts'
import { usageOf, usageOfCommand } from './usage.ts'

/** Where a command line comes from. */
export type CommandLine = Pick<Call, 'environment' | 'terminal'> & {
  /** What stands after `gatehouse`. */
  readonly parameters: readonly string[]
}

/** Finds the command that a command line names, and runs it. */
export async function runCli(
  commands: readonly Command[],
  { parameters, environment, terminal }: CommandLine,
): Promise<ExitCode> {
  const complain = (lines: readonly string[]) => {
    terminal.complain(...lines)
    return exitCodes.usage
  }
  const command = findCommand(commands, parameters)
  if (command === undefined) {
    if (!isHelp(parameters[0])) return complain(usageOf(commands))
    terminal.print(...usageOf(commands))
    return exitCodes.done
  }
  const rest = parameters.slice(command.name.split(' ').length)
  if (rest.some(isHelp)) {
    terminal.print(...usageOfCommand(command))
    return exitCodes.done
  }
  const read = readParameters(command, rest)
  if ('mistake' in read) return complain([read.mistake, '', ...usageOfCommand(command)])
  return command.run({ ...read, environment, terminal })
}

/** The one with the longest name that the parameters begin with. */
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

type Read = Pick<Call, 'flags' | 'texts' | 'operands'>

function readParameters(
  { name, options, operands = [] }: Command,
  parameters: readonly string[],
): Read | { readonly mistake: string } {
  const parsed = parse(options, parameters)
  if ('mistake' in parsed) return parsed
  const values = Object.entries(parsed.values)
  const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const missing = Object.keys(options).find(
    (option) => options[option]?.required && !texts.some(([given]) => given === option),
  )
  if (missing !== undefined) return { mistake: `--${missing} is needed.` }
  const { positionals } = parsed
  const unexpected = positionals[operands.length]
  if (unexpected !== undefined) return { mistake: `${name} does not take "${unexpected}".` }
  const left = operands[positionals.length]
  if (left !== undefined) return { mistake: `${left} is needed.` }
  return {
    flags: new Set(values.flatMap(([option, value]) => (value === true ? [option] : []))),
    texts: Object.fromEntries(texts),
    operands: positionals,
  }
}

function parse(options: Command['options'], parameters: readonly string[]) {
  const types = Object.entries(options).map(([option, { value }]) => {
    return [option, { type: value === undefined ? 'boolean' : 'string' }] as const
  })
  try {
    return parseArgs({
      args: [...parameters],
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error
    // The first sentence says it; others are hints for programmers.
    return { mistake: `${error.message.split(/[.\n]/)[0]}.` }
  }
}
