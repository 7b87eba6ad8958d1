import { readFileSync } from 'node:fs'

const file = new URL('../../package.json', import.meta.url)

/** The release of Gatehouse that runs, such as `0.1.0`. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
