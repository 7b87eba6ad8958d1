#!/usr/bin/env node
/** The command: `gatehouse-conformance --url https://auth.example.com`. */
import { runCommand } from './command/run-command.ts'

// What the checks have made is closed before the end.
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

const print = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  signal: interrupted.signal,
  ...{ print, complain },
})
