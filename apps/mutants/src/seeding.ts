/** Hooks of the module loader: seed one defect, and collect tests in place of Jest. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Defect } from './defect.ts'

/** The folder of the repository. */
export const top = join(import.meta.dirname, '../../..')

const collected = new URL('./collected-tests.ts', import.meta.url).href

/**
 * From now on, modules are loaded with this defect, and none with `undefined`. No file is changed.
 *
 * @returns Whether the module with the defect was loaded.
 */
export function seed(defect: Pick<Defect, 'file' | 'find' | 'replace'> | undefined): () => boolean {
  const changed = defect && pathToFileURL(join(top, defect.file)).href
  let isLoaded = false
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: collected, shortCircuit: true }
      return next(specifier, context)
    },
    load(url, context, next) {
      const loaded = next(url, context)
      if (!defect || url !== changed) return loaded
      isLoaded = true
      return { ...loaded, source: String(loaded.source).replace(defect.find, () => defect.replace) }
    },
  })
  return () => isLoaded
}
