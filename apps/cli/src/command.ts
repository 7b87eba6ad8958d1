import type { Environment } from '@gatehouse/settings'
import type { Console } from './console/console.ts'

/** The exit codes of commands. */
export const exitCodes = {
  done: 0,
  /** The command worked, but something is left to correct. */
  left: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** A service that it needs could not be reached, or refused access. */
  unreachable: 3,
} as const

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The result of a command. */
export interface CommandResult {
  /** The name of the exit code. */
  readonly exit: keyof typeof exitCodes
  /** The remaining messages, one line each: on standard output for `done`, otherwise on standard error. */
  readonly lines: readonly string[]
  /** The same for programs: with `--json` they are printed in place of the lines, one JSON object a line. */
  readonly objects?: readonly JsonObject[]
}

/** An object that is printed as JSON; its names are in snake_case and stay as they are. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The result of a command, with its remaining messages. */
export function endWith(exit: CommandResult['exit'], ...lines: readonly string[]): CommandResult {
  return { exit, lines }
}

/** A result that programs can read, too. */
export function withObjects(
  result: CommandResult,
  ...objects: readonly JsonObject[]
): CommandResult {
  return { ...result, objects }
}

/** Something that a command needs, or the result of the command without it. */
export type Prerequisite<Value> = { readonly ok: true; readonly value: Value } | UnmetPrerequisite

/** The result of a command whose prerequisite is missing. */
export interface UnmetPrerequisite {
  /** Always `false`: the other side of {@link Prerequisite} is `true`. */
  readonly ok: false
  /** The result; never `done`. */
  readonly result: CommandResult
}

/** The result for a missing prerequisite. */
export function unmet(
  exit: Exclude<CommandResult['exit'], 'done'>,
  ...lines: readonly string[]
): UnmetPrerequisite {
  return { ok: false, result: endWith(exit, ...lines) }
}

/** One command of `gatehouse`: a folder for each, listed in `commands.ts`. */
export interface Command {
  /** The words of the command, such as `keycloak init`. */
  readonly name: string
  /** What it does, in half a line, in the third person. */
  readonly summary: string
  /** Further lines of `--help`, at most 90 characters each. */
  readonly details: readonly string[]
  /** The options, by name without the dashes. */
  readonly options: Readonly<Record<string, CommandOption>>
  /** What `--json` prints, in half a line. Without it there is no such option, and no objects in the result. */
  readonly json?: string
  /** The required arguments after the name, such as `FILE`. */
  readonly operands?: readonly string[]
  /** Runs the command. A failure that an operator can correct is a result; other failures are thrown. */
  run(call: CommandCall): Promise<CommandResult>
}

/** What can follow the name of a command. */
export interface CommandOption {
  /** What the option does, in half a line. */
  readonly summary: string
  /** The placeholder of its value in the usage, such as `NAME`. Without one it is a flag. */
  readonly value?: string
  /** Set when the command does not run without it. */
  readonly required?: true
}

/** One call of a command. */
export interface CommandCall {
  /** The flags that were set. */
  readonly flags: ReadonlySet<string>
  /** The options with a value that were set; required ones are always present. */
  readonly texts: Readonly<Record<string, string>>
  /** As many as the command has. */
  readonly operands: readonly string[]
  /** The source of settings. */
  readonly environment: Environment
  /** The console for messages and questions. */
  readonly console: Console
}
