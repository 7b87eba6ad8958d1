/** `npm run docs:configuration`: brings docs/configuration.md up to what the settings say. */
import { readFileSync, writeFileSync } from 'node:fs'
import { configurationFile, fillConfiguration } from './fill-configuration.ts'

writeFileSync(configurationFile, fillConfiguration(readFileSync(configurationFile, 'utf8')))
