import { freePort } from '@gatehouse/gateway/testing'
import { cores } from '../../processes/cores.ts'
import { nginxVersion, startNginx } from '../../processes/nginx.ts'
import type { Peer, PeerOptions } from '../peer.ts'

/** An nginx that passes everything on; Debian's has no way to verify a token. */
export async function startNginxPeer({ backend }: PeerOptions): Promise<Peer> {
  const port = await freePort()
  const http = () => passing(port, backend)
  const { pid, stop } = await startNginx({ core: cores.measured, port, http })
  return { name: `${nginxVersion()}, no check`, pid, port, work: 'pass', stop }
}

function passing(port: number, backend: number): string {
  return `  keepalive_requests 1000000000;
  upstream backend {
    server 127.0.0.1:${backend};
    keepalive 64;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    client_max_body_size 0;
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    location / {
      proxy_pass http://backend;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
    }
  }`
}
