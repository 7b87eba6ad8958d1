/** What the command that sets up an agent is made of. */
export interface AgentCommand {
  readonly command: string
  readonly apiKey: string
  readonly host: string
  readonly linuxUser: string
}

/** The command, ready to paste into a shell of the machine. */
export function agentCommand({ command, apiKey, host, linuxUser }: AgentCommand): string {
  return `${command} --token ${quoted(apiKey)} --host ${quoted(host)} --linux-user ${quoted(linuxUser)}`
}

/** A word for a POSIX shell, which takes nothing in it for its own. */
function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./•-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
