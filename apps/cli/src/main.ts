#!/usr/bin/env node
/** The command `gatehouse`, for operators. */
import { commands } from './commands.ts'
import { createConsole } from './console/console.ts'
import { runCli } from './run-cli.ts'

process.exitCode = await runCli(commands, {
  parameters: process.argv.slice(2),
  environment: process.env,
  console: createConsole(process),
})
