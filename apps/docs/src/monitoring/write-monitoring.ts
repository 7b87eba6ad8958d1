/** `npm run docs:monitoring`: brings docs/monitoring.md up to what is measured. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fillMonitoring, monitoringFile } from './fill-monitoring.ts'

writeFileSync(monitoringFile, fillMonitoring(readFileSync(monitoringFile, 'utf8')))
