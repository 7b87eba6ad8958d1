/** `npm run docs:account-life`: brings docs/account-life.md up to what the table says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { accountLifeFile, fillAccountLife } from './fill-account-life.ts'

writeFileSync(accountLifeFile, fillAccountLife(readFileSync(accountLifeFile, 'utf8')))
