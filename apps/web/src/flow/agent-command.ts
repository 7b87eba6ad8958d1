/** The parts of the command that sets up an agent. */
export interface AgentCommand {
  /** The program with its subcommand, as the operator set it. */
  readonly command: string
  /** `api_key` of the user, which the agent shows to the backend. Secret. */
  readonly apiKey: string
  /** The address of the gateway. */
  readonly host: string
  /** The user on the machine whose terminal the agent offers. */
  readonly linuxUser: string
}

/** The command, ready to paste into a shell of the machine. */
export function agentCommand({ command, apiKey, host, linuxUser }: AgentCommand): string {
  return `${command} --token ${quoted(apiKey)} --host ${quoted(host)} --linux-user ${quoted(linuxUser)}`
}

/** Quotes any text as one word for a POSIX shell. */
function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./•-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
