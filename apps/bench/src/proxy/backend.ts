import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@gatehouse/gateway/testing'
import { cores } from '../processes/cores.ts'
import { startNginx } from '../processes/nginx.ts'

/** Of a large body, in bytes. */
export const largeBytes = 2 ** 20

/** What the backend answers to. */
export const targets = {
  /** A few bytes of JSON. */
  small: '/api/machines',
  /** A body of {@link largeBytes}. */
  down: '/api/large',
  /**
   * Takes a body, and answers with the size of the whole request in bytes once it has all of it.
   */
  up: '/api/upload',
  /** Answers with the user's id that it is told. */
  caller: '/api/caller',
} as const

/** What it answers to {@link targets}'s `small`. */
export const smallAnswer =
  '[{"id":"agent-7","name":"Engine 7","status":"online","version":"2.4.1"}]'

/** The backend of all peers. */
export interface Backend {
  readonly pid: number
  readonly port: number
  /** Kills the process. */
  stop(): Promise<void>
}

/** The backend that all peers share: an nginx, on the core of those that make the load. */
export async function startBackend(): Promise<Backend> {
  const port = await freePort()
  let large = Promise.resolve()
  const { pid, stop } = await startNginx({
    core: cores.others,
    port,
    http(folder) {
      large = writeFile(join(folder, 'large'), 'x'.repeat(largeBytes))
      return answers(port, folder)
    },
  })
  await large
  return { pid, port, stop }
}

/**
 * An nginx that answers by itself answers before it has the body. So an upload is kept in memory
 * until it is whole, and its size is then passed to another server of the same process, whose
 * answer it is.
 */
function answers(port: number, folder: string): string {
  return `  default_type application/json;
  sendfile on;
  keepalive_requests 1000000000;
  client_max_body_size 0;
  client_body_buffer_size ${2 * largeBytes};
  upstream counter {
    server unix:${folder}/counter;
    keepalive 64;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = ${targets.small} {
      return 200 '${smallAnswer}';
    }
    location = ${targets.caller} {
      return 200 '$http_x_gatehouse_user_id';
    }
    location = ${targets.down} {
      alias ${folder}/large;
    }
    location = ${targets.up} {
      proxy_pass http://counter;
      proxy_http_version 1.1;
      proxy_pass_request_body off;
      proxy_set_header Connection '';
      proxy_set_header Content-Length '';
      proxy_set_header X-Received $request_length;
    }
  }
  server {
    listen unix:${folder}/counter;
    return 200 '$http_x_received';
  }`
}
