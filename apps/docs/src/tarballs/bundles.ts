import { join } from 'node:path'
import { type Check, expectFlow } from './check.ts'
import type { Project } from './project.ts'
import { nodes, toolFolder, toolProgram } from './tools.ts'

/** What is machine code, or is looked for in vain by `pg`: no bundler takes it in. */
const external = ['better-sqlite3', '@node-rs/argon2', 'pg-native']

/** The service as one file, by two bundlers. */
export function bundles(project: Project): readonly Check[] {
  return [
    { name: 'a bundle by esbuild signs somebody up and in', run: () => byEsbuild(project) },
    { name: 'a bundle by webpack signs somebody up and in', run: () => byWebpack(project) },
  ]
}

async function byEsbuild(project: Project): Promise<void> {
  await project.run(
    toolProgram('esbuild'),
    ...['flow.js', '--bundle', '--platform=node', '--format=cjs', '--log-level=warning'],
    ...['--outfile=bundled/esbuild.cjs', ...external.map((name) => `--external:${name}`)],
  )
  expectFlow(await project.run(nodes['22'], 'bundled/esbuild.cjs'))
}

async function byWebpack(project: Project): Promise<void> {
  const options = {
    ...{ mode: 'production', target: 'node22', entry: './flow.js', devtool: false },
    context: project.folder,
    output: { path: join(project.folder, 'bundled'), filename: 'webpack.cjs' },
    externals: Object.fromEntries(external.map((name) => [name, `commonjs ${name}`])),
  }
  const webpack = join(toolFolder, 'node_modules/webpack/lib/index.js')
  project.write(
    'bundle.cjs',
    `require(${JSON.stringify(webpack)})(${JSON.stringify(options)}, (error, stats) => {
  const problem = error ?? (stats.hasErrors() && stats.toString('errors-only'))
  if (problem) throw new Error(String(problem))
})\n`,
  )
  await project.run(nodes['24'], 'bundle.cjs')
  expectFlow(await project.run(nodes['22'], 'bundled/webpack.cjs'))
}
