import type { Environment } from '@gatehouse/settings'
import type { Console } from './console/console.ts'

/** What the process of a command ends with. */
export const exitCodes = {
  done: 0,
  /** It worked, and something is left that is not right. */
  left: 1,
  /** It was called wrongly, or a setting is wrong. */
  usage: 2,
  /** Something it needs could not be reached, or did not let it in. */
  unreachable: 3,
} as const

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** How a command ended. */
export interface CommandResult {
  /** The name of the exit code. */
  readonly exit: keyof typeof exitCodes
  /**
   * What is left to say, a line each: on standard output when the command is done, otherwise on
   * standard error.
   */
  readonly lines: readonly string[]
}

/** The result of a command, with what is left to say. */
export function endWith(exit: CommandResult['exit'], ...lines: readonly string[]): CommandResult {
  return { exit, lines }
}

/** Something that a command needs, or what the command ends with for want of it. */
export type Prerequisite<Value> = { readonly ok: true; readonly value: Value } | UnmetPrerequisite

/** What a command ends with for want of something. */
export interface UnmetPrerequisite {
  /** Always `false`: the other side of {@link Prerequisite} is `true`. */
  readonly ok: false
  /** It never ends with `done`. */
  readonly result: CommandResult
}

/** A prerequisite that is not met, and what to tell of it. */
export function unmet(
  exit: Exclude<CommandResult['exit'], 'done'>,
  ...lines: readonly string[]
): UnmetPrerequisite {
  return { ok: false, result: endWith(exit, ...lines) }
}

/** One of the things that `gatehouse` does: a folder each, listed in `commands.ts`. */
export interface Command {
  /** The words that call it, such as `keycloak init`. */
  readonly name: string
  /** What it does, in half a line, in the third person. */
  readonly summary: string
  /** What else `--help` says, lines of at most 90 characters. */
  readonly details: readonly string[]
  /** By their name without the dashes. */
  readonly options: Readonly<Record<string, CommandOption>>
  /** What stands after the name without dashes, all of it required, such as `FILE`. */
  readonly operands?: readonly string[]
  /** Does it. A failure that an operator can do something about is a result; others are thrown. */
  run(call: CommandCall): Promise<CommandResult>
}

/** What can follow the name of a command. */
export interface CommandOption {
  /** What it does, in half a line. */
  readonly summary: string
  /** What stands for its value in the usage, such as `NAME`. Without one it is a flag. */
  readonly value?: string
  /** The command is not run without it. */
  readonly required?: true
}

/** One call of a command. */
export interface CommandCall {
  /** The flags that were set. */
  readonly flags: ReadonlySet<string>
  /** The options with a value that were set; those that are required are there. */
  readonly texts: Readonly<Record<string, string>>
  /** As many as the command has. */
  readonly operands: readonly string[]
  /** Where settings are read from. */
  readonly environment: Environment
  /** Where the command speaks and asks while it runs. */
  readonly console: Console
}
