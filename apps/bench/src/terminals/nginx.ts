import { freePort } from '@gatehouse/gateway/testing'
import { cores } from '../processes/cores.ts'
import { nginxVersion, startNginx } from '../processes/nginx.ts'
import type { TerminalPeer } from './peer.ts'

/** An nginx that passes WebSockets on. */
export async function startNginxPeer(backend: number): Promise<TerminalPeer> {
  const port = await freePort()
  const http = () => passing(port, backend)
  const server = await startNginx({ core: cores.measured, port, http })
  return { ...server, name: nginxVersion(), port, target: '/' }
}

function passing(port: number, backend: number): string {
  return `  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://127.0.0.1:${backend};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout 1h;
    }
  }`
}
