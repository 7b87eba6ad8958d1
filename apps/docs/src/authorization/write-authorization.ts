/** `npm run docs:authorization`: updates docs/authorization.md from the matrix. */
import { readFileSync, writeFileSync } from 'node:fs'
import { authorizationFile, fillAuthorization } from './fill-authorization.ts'

writeFileSync(authorizationFile, fillAuthorization(readFileSync(authorizationFile, 'utf8')))
