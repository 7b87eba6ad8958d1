import type { Command, CommandOption } from './command.ts'
import { optionsOf } from './read-parameters.ts'

/** All commands, a line each. */
export function usageOf(commands: readonly Command[]): readonly string[] {
  return [
    'usage: gatehouse COMMAND [OPTION…]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    '`gatehouse help COMMAND` says more about one; `gatehouse --version` says which release this is.',
  ]
}

/** The commands that begin with the same word, a line each. */
export function usageOfGroup(commands: readonly Command[]): readonly string[] {
  const group = commands[0]?.name.split(' ')[0]
  return [
    `usage: gatehouse ${group} COMMAND [OPTION…]`,
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    '`gatehouse help COMMAND` says more about one.',
  ]
}

/** One command with its options. */
export function usageOfCommand(command: Command): readonly string[] {
  const { name, summary, details, operands = [] } = command
  const options = optionsOf(command)
  const called = Object.entries(options).map(([option, about]) => inUsage(option, about))
  const rows = Object.entries(options).map(([option, about]) => [
    withValue(option, about),
    about.summary,
  ])
  return [
    ['usage: gatehouse', name, ...called, ...operands].join(' '),
    '',
    `gatehouse ${name} ${summary}.`,
    ...details,
    ...(rows.length > 0 ? ['', ...columns(rows)] : []),
  ]
}

function inUsage(name: string, option: CommandOption): string {
  const text = withValue(name, option)
  return option.required ? text : `[${text}]`
}

function withValue(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second]) => `  ${first.padEnd(width)}   ${second}`)
}
