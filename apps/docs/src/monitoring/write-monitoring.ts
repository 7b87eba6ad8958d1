/** `npm run docs:monitoring`: updates docs/monitoring.md from the metrics. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fillMonitoring, monitoringFile } from './fill-monitoring.ts'

writeFileSync(monitoringFile, fillMonitoring(readFileSync(monitoringFile, 'utf8')))
