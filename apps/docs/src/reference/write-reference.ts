/**
 * Draws the reference of every public package from its doc comments, as HTML.
 *
 *   npm run docs:reference
 *   npm run docs:reference -- --check     writes nothing
 *
 * Ends with 1 when there is something to warn of: a name without a comment, a link that leads nowhere, a type that is
 * used and not exported.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Application, Comment, type ProjectReflection, ReflectionKind } from 'typedoc'
import { top } from '../pages.ts'
import { publishedEntries } from './entries.ts'
import { undocumented } from './undocumented.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = join(top, 'docs/reference')
const entries = publishedEntries()

const application = await Application.bootstrap({
  name: 'Gatehouse',
  readme: 'none',
  logLevel: 'Warn',
  entryPoints: entries.map(({ file }) => file),
  tsconfig: join(top, 'apps/docs/src/reference/tsconfig.json'),
  // The compiler of the repository checks; this one reads.
  skipErrorChecking: true,
  disableSources: true,
  excludePrivate: true,
  excludeExternals: true,
  sort: ['source-order'],
  validation: { invalidLink: true, notExported: true },
})
const project = await application.convert()
if (project === undefined) throw new Error('the sources cannot be read')
nameModules(project)
application.validate(project)
for (const name of undocumented(project)) application.logger.warn(`${name} has no comment`)
if (!values.check) {
  await application.generateDocs(project, folder)
  process.stdout.write(`${entries.length} entries: ${join(folder, 'index.html')}\n`)
}
const { logger } = application
if (logger.hasWarnings() || logger.hasErrors()) process.exitCode = 1

/** Gives each entry the name that it is imported by, and says what it is. */
function nameModules(whole: ProjectReflection): void {
  for (const module of whole.getChildrenByKind(ReflectionKind.Module)) {
    const { packageName = '', packagePath = '' } = whole.getSymbolIdFromReflection(module) ?? {}
    const entry = entries.find(
      ({ manifest, path }) => manifest.name === packageName && path === packagePath,
    )
    if (entry === undefined) throw new Error(`${module.name} is no entry`)
    module.name = entry.specifier
    module.comment = new Comment([{ kind: 'text', text: entry.summary }])
  }
}
