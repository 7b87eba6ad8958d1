import { existsSync } from 'node:fs'
import { extname } from 'node:path'

/**
 * Finds the program of a thread, which is a file beside the module that starts it: a source or a compiled one, as that
 * module is.
 *
 * @param name Of the program, without its ending: `./hash-thread`.
 * @param module The URL of the module; `undefined` where a bundler knows none.
 * @returns `undefined` when there is no such file, as in a bundle: then the work has to be done without the thread.
 */
export function findThreadProgram(name: string, module: string | undefined): URL | undefined {
  if (!module?.startsWith('file:')) return undefined
  const program = new URL(`${name}${extname(module)}`, module)
  return existsSync(program) ? program : undefined
}
