import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startService } from '../examples/run-service.ts'
import type { Check } from './check.ts'
import { flowFile, type Project } from './project.ts'
import { nodes } from './tools.ts'

/** The one package that is a command, as `npx` finds it. */
const command = 'node_modules/.bin/gatehouse-conformance'

/** Tries the command by itself, and on a host that was installed beside it. */
export function conformanceChecks(version: '22' | '24', project: Project): readonly Check[] {
  return [
    {
      name: `gatehouse-conformance says how it is used on Node ${version}`,
      async run() {
        const printed = await project.run(nodes[version], command, '--help')
        if (!printed.startsWith('usage: gatehouse-conformance')) throw new Error(printed)
      },
    },
    {
      name: `gatehouse-conformance finds nothing at a host on Node ${version}`,
      run: () => checkHost(version, project),
    },
  ]
}

/** What needs a mailbox does not apply; the rest has to pass. */
async function checkHost(version: '22' | '24', project: Project): Promise<void> {
  cpSync(join(dirname(flowFile), 'host.js'), join(project.folder, 'host.js'))
  const host = await startService({
    program: nodes[version],
    args: ['--no-warnings', 'host.js'],
    cwd: project.folder,
    env: {},
  })
  try {
    const options = ['--url', host.url, '--prefix', '/identity']
    const printed = await project.run(nodes[version], command, ...options)
    if (!/interface +[1-9]\d* +0 /.test(printed)) throw new Error(printed)
  } finally {
    await host.end()
  }
}
