import type { Terminal } from './console/console.ts'

/** What a command ends with. */
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

/** One of the things that `gatehouse` does: a file each, listed in `commands.ts`. */
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
  run(call: Call): Promise<ExitCode>
}

/** What can follow the name of a command. */
export interface CommandOption {
  /** What it does, in half a line. */
  readonly summary: string
  /** What stands for its value in the usage, such as `NAME`. Without one it is a flag. */
  readonly value?: string
  readonly required?: true
}

/** One run of a command. */
export interface Call {
  /** The flags that were given. */
  readonly flags: ReadonlySet<string>
  /** The options with a value that were given; those that are required are there. */
  readonly texts: Readonly<Record<string, string>>
  readonly operands: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
}
