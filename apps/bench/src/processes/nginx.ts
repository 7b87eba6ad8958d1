import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Peer } from './peer.ts'
import { cores, pinnedTo } from './process.ts'

/** The nginx of the PATH as one process that passes WebSockets on, without a log. */
export async function startNginx(backend: number, port: number): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration({ folder, backend, port }))
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const pid = pinnedTo(cores.measured, child)
  await listening(port)
  return {
    name: nginxVersion(),
    pid,
    port,
    target: '/',
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function nginxVersion(): string {
  const text = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
  return /nginx\/[\d.]+/.exec(text)?.[0].replace('/', ' ') ?? 'nginx'
}

interface Places {
  readonly folder: string
  readonly backend: number
  readonly port: number
}

function configuration({ folder, backend, port }: Places): string {
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
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://127.0.0.1:${backend};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout 1h;
    }
  }
}
`
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    })
    socket.destroy()
    if (isUp) return
    await sleep(50)
  }
  throw new Error('nginx does not listen')
}
