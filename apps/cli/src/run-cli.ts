import { version } from '@gatehouse/gateway/version'
import { nearest } from '@gatehouse/settings/nearest'
import {
  type Command,
  type CommandCall,
  type CommandResult,
  type ExitCode,
  endWith,
  exitCodes,
} from './command.ts'
import type { Console } from './console/console.ts'
import { readParameters } from './read-parameters.ts'
import { usageOf, usageOfCommand, usageOfGroup } from './usage.ts'

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
  const { exit, lines, objects } = await answer(commands, commandLine)
  const { print, complain } = commandLine.console
  if (objects) print(...objects.map((each) => JSON.stringify(each)))
  else (exit === 'done' ? print : complain)(...lines)
  return exitCodes[exit]
}

async function answer(
  commands: readonly Command[],
  commandLine: CommandLine,
): Promise<CommandResult> {
  const { parameters } = commandLine
  const [first = '', ...rest] = parameters
  if (first === '--version' || first === '-V') return endWith('done', `gatehouse ${version}`)
  if (first === 'help' || isHelp(first)) return explain(commands, rest)
  const command = findCommand(commands, parameters)
  if (command) return runCommand(command, commandLine)
  return parameters.some(isHelp)
    ? explain(
        commands,
        parameters.filter((each) => !isHelp(each)),
      )
    : refuse(commands, parameters)
}

async function runCommand(
  command: Command,
  { parameters, environment, console }: CommandLine,
): Promise<CommandResult> {
  const rest = parameters.slice(command.name.split(' ').length)
  if (rest.some(isHelp)) return endWith('done', ...usageOfCommand(command))
  const reading = readParameters(command, rest)
  if (!reading.ok) return endWith('usage', reading.mistake, '', ...usageOfCommand(command))
  const asJson = command.json !== undefined && reading.value.flags.has('json')
  const said = asJson ? forPrograms(console) : console
  const { objects, ...result } = await command.run({ ...reading.value, environment, console: said })
  return asJson && objects ? { ...result, objects } : result
}

/** Programs get the objects at the end, and nothing between them. A question shows what it is about. */
function forPrograms(console: Console): Console {
  const unsaid: string[] = []
  const { ask, canAsk, complain } = console
  return {
    ...console,
    print: (...lines) => void unsaid.push(...lines),
    ask(question) {
      if (canAsk) complain(...unsaid.splice(0))
      return ask(question)
    },
  }
}

/** Help on a command, on a group such as `keys`, or on all. */
function explain(commands: readonly Command[], words: readonly string[]): CommandResult {
  if (words.length === 0) return endWith('done', ...usageOf(commands))
  const command = findCommand(commands, words)
  if (command) return endWith('done', ...usageOfCommand(command))
  const group = groupOf(commands, words[0])
  if (group.length > 0 && words.length === 1) return endWith('done', ...usageOfGroup(group))
  return refuse(commands, words)
}

/** Says what may have been meant, and what there is. */
function refuse(commands: readonly Command[], parameters: readonly string[]): CommandResult {
  const words = parameters.filter((each) => !each.startsWith('-'))
  if (words.length === 0) return endWith('usage', ...usageOf(commands))
  const [first = ''] = words
  const group = groupOf(commands, first)
  const usage = group.length > 0 ? usageOfGroup(group) : usageOf(commands)
  if (group.length > 0 && words.length === 1) return endWith('usage', ...usage)
  const meant = findMeant(commands, words)
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const mistake = `There is no command "${typed}".`
  return endWith('usage', meant ? `${mistake} Did you mean "${meant}"?` : mistake, '', ...usage)
}

/** The command, or group of commands, that is closest to what was typed. */
function findMeant(commands: readonly Command[], words: readonly string[]): string | undefined {
  const named = commands
    .toSorted((one, other) => other.name.length - one.name.length)
    .find(({ name }) => nearest(words.slice(0, name.split(' ').length).join(' '), [name]))
  const groups = commands.flatMap(({ name }) =>
    name.includes(' ') ? (name.split(' ')[0] ?? '') : [],
  )
  const [first = ''] = words
  return named?.name ?? (groups.includes(first) ? undefined : nearest(first, groups))
}

/** The commands whose name begins with a word and goes on. */
function groupOf(commands: readonly Command[], word = ''): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
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
