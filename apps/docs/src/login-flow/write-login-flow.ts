/** `npm run docs:login-flow`: updates docs/login-flow.md from the machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fillLoginFlow, loginFlowFile } from './fill-login-flow.ts'

writeFileSync(loginFlowFile, fillLoginFlow(readFileSync(loginFlowFile, 'utf8')))
