/** `npm run docs:authorization`: brings docs/authorization.md up to what the matrix says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { authorizationFile, fillAuthorization } from './fill-authorization.ts'

writeFileSync(authorizationFile, fillAuthorization(readFileSync(authorizationFile, 'utf8')))
