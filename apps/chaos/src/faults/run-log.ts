import { appendFileSync, readFileSync } from 'node:fs'
import type { Outcome } from './scenario.ts'

/** Adds a run to a file, as a line of JSON. Several processes may write to the same file. */
export function addToLog(file: string, outcome: Outcome): void {
  appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}

/** The runs in these files, in their order. */
export function readLogs(files: readonly string[]): readonly Outcome[] {
  return files
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Outcome)
}
