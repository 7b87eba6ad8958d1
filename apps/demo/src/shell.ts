import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import { createPtyInput } from './pty-input.ts'

/** A running shell behind a pseudo-terminal. */
export interface Shell {
  readonly pid: number
  /** Calls a listener with raw terminal output. */
  onOutput(listener: (bytes: Buffer) => void): void
  /** Calls a listener once, after the last output. */
  onExit(listener: (exitCode: number) => void): void
  /** Types bytes. @returns How many of all bytes typed so far are still unread. */
  write(bytes: Buffer): number
  /** Changes the size of the terminal. */
  resize(columns: number, rows: number): void
  /** Pauses the output, and so a program that writes a lot. */
  pause(): void
  /** Resumes the output. */
  resume(): void
  /** Hangs up on the shell and its process group; a shell that stays is killed after two seconds. */
  kill(): void
}

/** Where and with what a shell is started. */
export interface ShellOptions {
  /** The directory to start in. */
  readonly directory: string
  /** The source of the environment. Only PATH, HOME and LANG are used, because others may be secret. */
  readonly env: NodeJS.ProcessEnv
}

/** Fields of the package's terminal that its types lack. */
interface PtyDescriptor {
  readonly fd: number
  on(event: 'close', listener: () => void): void
}

const killAfterMs = 2000

/**
 * Starts bash; without it, `$SHELL` or sh.
 * @throws {Error} if no process can be started.
 */
export function startShell({ directory, env }: ShellOptions): Shell {
  const pty = spawn(chooseShell(env), [], {
    name: 'xterm-256color',
    cwd: directory,
    env: shellEnvironment(directory, env),
    // Output stays bytes: it may be cut within a character, or not be text at all.
    encoding: null,
  })
  // On every system but Windows the package's terminal has these two fields.
  const descriptor = pty as IPty & PtyDescriptor
  const input = createPtyInput(descriptor.fd)
  let isOpen = true
  descriptor.on('close', () => {
    isOpen = false
    input.close()
  })
  let running = true
  let killer: NodeJS.Timeout | undefined
  pty.onExit(() => {
    running = false
    clearTimeout(killer)
  })
  const signal = (name: 'SIGHUP' | 'SIGKILL') => {
    if (running) signalGroup(pty.pid, name)
  }
  return {
    pid: pty.pid,
    onOutput: (listener) => {
      // Without an encoding the output is a Buffer; the package's types know only strings.
      pty.onData((output) => listener(output as unknown as Buffer))
    },
    onExit: (listener) => {
      pty.onExit(({ exitCode }) => listener(exitCode))
    },
    write: (bytes) => {
      if (isOpen) input.write(bytes)
      return input.pending()
    },
    resize: (columns, rows) => {
      if (isOpen) pty.resize(columns, rows)
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    kill: () => {
      if (!running) return
      signal('SIGHUP')
      killer ??= setTimeout(signal, killAfterMs, 'SIGKILL')
    },
  }
}

function shellEnvironment(directory: string, env: NodeJS.ProcessEnv): Record<string, string> {
  return {
    PATH: env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: env.HOME ?? directory,
    LANG: env.LANG ?? 'C.UTF-8',
    TERM: 'xterm-256color',
  }
}

function chooseShell(env: NodeJS.ProcessEnv): string {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  const bash = [...folders, '/bin'].map((folder) => join(folder, 'bash')).find(isExecutable)
  if (bash) return bash
  return env.SHELL?.startsWith('/') && isExecutable(env.SHELL) ? env.SHELL : '/bin/sh'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Signals the shell's process group, which has the shell's process id because it leads its own session. */
function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}
