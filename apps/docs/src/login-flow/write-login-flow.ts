/** `npm run docs:login-flow`: brings docs/login-flow.md up to what the machine says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fillLoginFlow, loginFlowFile } from './fill-login-flow.ts'

writeFileSync(loginFlowFile, fillLoginFlow(readFileSync(loginFlowFile, 'utf8')))
