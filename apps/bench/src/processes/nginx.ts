import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireProgram } from './require-program.ts'
import { type Server, startServer } from './server.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** What an nginx does, and where it runs. */
export interface NginxOptions {
  readonly core: number
  /** Where it is going to listen. */
  readonly port: number
  /**
   * What stands in its `http` block.
   *
   * @param folder Where it may keep files.
   */
  readonly http: (folder: string) => string
}

/** The nginx that is installed, as one process without an access log. */
export async function startNginx({ core, port, http }: NginxOptions): Promise<Server> {
  const { path: folder, remove } = await makeTemporaryFolder()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, http(folder)))
  const parameters = ['-c', file, '-e', join(folder, 'error.log')]
  const server = await startServer({ program: 'nginx', parameters, core, port })
  return {
    ...server,
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

/** Its name and version. */
export function nginxVersion(): string {
  const text = execFileSync('sh', ['-c', '"$0" -v 2>&1', requireProgram('nginx')], {
    encoding: 'utf8',
  })
  return /nginx\/[\d.]+/.exec(text)?.[0].replace('/', ' ') ?? 'nginx'
}

function configuration(folder: string, http: string): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n')
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {
  worker_connections 40000;
}
http {
  access_log off;
${scratch}
${http}
}
`
}
