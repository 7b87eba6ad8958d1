/** `npm run docs:account-life`: updates docs/account-life.md from the table. */
import { readFileSync, writeFileSync } from 'node:fs'
import { accountLifeFile, fillAccountLife } from './fill-account-life.ts'

writeFileSync(accountLifeFile, fillAccountLife(readFileSync(accountLifeFile, 'utf8')))
