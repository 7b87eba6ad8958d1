/** `npm run docs:conformance`: updates docs/conformance.md from the checks. */
import { readFileSync, writeFileSync } from 'node:fs'
import { conformanceFile, fillConformance } from './fill-conformance.ts'

writeFileSync(conformanceFile, fillConformance(readFileSync(conformanceFile, 'utf8')))
