/** `npm run docs:configuration`: updates docs/configuration.md from the settings. */
import { readFileSync, writeFileSync } from 'node:fs'
import { configurationFile, fillConfiguration } from './fill-configuration.ts'

writeFileSync(configurationFile, fillConfiguration(readFileSync(configurationFile, 'utf8')))
