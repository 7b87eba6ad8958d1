import { cpSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocksOf, readPage, top } from '../pages.ts'
import { bundles } from './bundles.ts'
import { type Check, expectFlow } from './check.ts'
import { conformanceChecks } from './conformance-checks.ts'
import { exampleChecks, packagesOfExamples } from './example-checks.ts'
import type { Tarball } from './pack-all.ts'
import { createProject, type Project } from './project.ts'
import { specifiersOf } from './published-manifest.ts'
import { run } from './run.ts'
import { compilers, nodes, toolProgram } from './tools.ts'
import { underVitest } from './under-vitest.ts'

/** Everything that is checked on the archives, in its order. */
export async function checksOn(tarballs: readonly Tarball[]): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tarballs-'))
  const core = tarballs.filter(({ manifest }) => manifest.name === '@gatehouse/auth-core')
  const alone = await createProject(join(folder, 'core'), core, [])
  const project = await createProject(join(folder, 'all'), tarballs, [
    ...packagesOfExamples(),
    'vitest@5.1.2',
  ])
  writeEntries(alone)
  writeEntries(project)
  writeTyped(project)
  return [
    ...tarballs.flatMap(toolsOn),
    loads('20', alone),
    loads('22', project),
    loads('24', project),
    flows('22', project),
    flows('24', project),
    ...conformanceChecks('22', project),
    ...conformanceChecks('24', project),
    compiles('TypeScript 5.4', project),
    compiles('newest TypeScript', project),
    ...bundles(project),
    examples('22', project),
    examples('24', project),
    ...exampleChecks('22', project),
    ...exampleChecks('24', project),
    underVitest(project),
  ]
}

function toolsOn({ manifest: { name }, file }: Tarball): readonly Check[] {
  return [
    { name: `publint finds nothing in ${name}`, run: () => tool('publint', '--strict', file) },
    {
      name: `attw finds nothing in ${name}`,
      run: () => tool('attw', '--profile', 'esm-only', file),
    },
  ]
}

async function tool(program: string, ...args: readonly string[]): Promise<void> {
  await run(toolProgram(program), args, { cwd: tmpdir() })
}

/** Every entry, but for the suites, which are for a runner of tests. */
function entriesOf({ tarballs }: Project): readonly string[] {
  return tarballs
    .flatMap(({ manifest }) => specifiersOf(manifest))
    .filter((specifier) => !specifier.includes('/contracts'))
}

function writeEntries(project: Project): void {
  const entries = entriesOf(project)
  const list = JSON.stringify(entries)
  const count = '(all) => console.log(all.every((each) => Object.keys(each).length > 0))'
  project.write('entries.js', `Promise.all(${list}.map((each) => import(each))).then(${count})\n`)
  project.write('entries.cjs', `;(${count})(${list}.map((each) => require(each)))\n`)
}

function loads(version: keyof typeof nodes, project: Project): Check {
  const what = project.tarballs.length === 1 ? 'the core' : 'every package'
  return {
    name: `Node ${version} loads ${what} by import and by require`,
    async run() {
      for (const file of ['entries.js', 'entries.cjs']) {
        const printed = await project.run(nodes[version], '--no-warnings', file)
        if (printed !== 'true\n') throw new Error(`${file} printed ${printed}`)
      }
    },
  }
}

function flows(version: keyof typeof nodes, project: Project): Check {
  return {
    name: `a service signs somebody up and in on Node ${version}`,
    run: async () => expectFlow(await project.run(nodes[version], 'flow.js')),
  }
}

/** What only newer compilers read: the client of Keycloak, the types of `pg`, and views of buffers. */
const forNewest: ReadonlySet<string> = new Set([
  'embed',
  'keycloak',
  'keycloak-example',
  'settings',
  'settings-example',
  'sql-example',
])

/** Files that import every entry, and the examples of the READMEs: in one folder those that any compiler reads. */
function writeTyped(project: Project): void {
  for (const { manifest } of project.tarballs) {
    const imports = specifiersOf(manifest)
      .filter((specifier) => !specifier.includes('/contracts'))
      .map((each, at) => `import * as entry${at} from '${each}'\nexport { entry${at} }`)
    writeTypedFile(project, shortName(manifest.name), `${imports.join('\n')}\n`)
  }
  for (const file of globSync('packages/*/README.md', { cwd: top })) {
    const [example] = blocksOf(readFileSync(join(top, file), 'utf8')).filter(
      ({ info }) => info[0] === 'ts',
    )
    const name = file.split('/')[1] ?? ''
    // One that imports a file of the reader's is a part of something, as is that of a service.
    const isPart = name === 'embed' || example?.code.includes("from './")
    if (example === undefined || isPart) continue
    writeTypedFile(project, `${name}-example`, `${example.code}\nexport {}\n`)
  }
}

function writeTypedFile(project: Project, name: string, code: string): void {
  const folder = forNewest.has(name) ? 'typed-newest' : 'typed'
  project.write(`${folder}/${name}.ts`, code)
}

const shortName = (name: string) => name.slice(name.indexOf('/') + 1)

function compiles(name: keyof typeof compilers, project: Project): Check {
  const include = name === 'newest TypeScript' ? ['typed', 'typed-newest'] : ['typed']
  return {
    name: `${name} checks all types, those of the packages included`,
    async run() {
      for (const [module, moduleResolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ]) {
        const compilerOptions = {
          ...{ module, moduleResolution, target: 'es2022', noEmit: true, strict: true },
          ...{ skipLibCheck: false, types: ['node'], exactOptionalPropertyTypes: true },
        }
        // Both compilers may be at work at once.
        const file = name === 'newest TypeScript' ? 'tsconfig.newest.json' : 'tsconfig.oldest.json'
        project.write(file, JSON.stringify({ compilerOptions, include }))
        await project.run(nodes['24'], compilers[name], '-p', file)
      }
    },
  }
}

/** The blocks of the page for embedders, which are files of a project. */
function examples(version: keyof typeof nodes, project: Project): Check {
  return {
    name: `the examples of docs/embedding.md pass their tests on Node ${version}`,
    async run() {
      const blocks = blocksOf(readPage('docs/embedding.md'))
      const files = blocks.flatMap(({ info: [language, file], code }) =>
        language === 'ts' && file !== undefined ? [{ file, code }] : [],
      )
      for (const { file, code } of files) project.write(`examples/${file}`, code)
      cpSync(join(project.folder, 'package.json'), join(project.folder, 'examples/package.json'))
      const tests = files.filter(({ code }) => code.includes("from 'node:test'"))
      if (tests.length === 0) throw new Error('the page has no test')
      for (const { file } of tests) {
        await project.run(nodes[version], '--no-warnings', '--test', `examples/${file}`)
      }
    },
  }
}
