import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A proxy that carries requests itself and asks the gateway about them, by the file that operators are given. */
export interface ProxyKind {
  /** The program. */
  readonly name: 'caddy' | 'envoy' | 'nginx' | 'traefik'
  /** The file below `docs/deploy/forward-auth`. */
  readonly file: string
  /** Takes out what sends terminals to the gateway: the proxy then carries them, too. */
  readonly carryingTerminals: (text: string) => string
  /** What has to be different for a test besides addresses: no TLS, and files in a folder of its own. */
  readonly forTest: (text: string, place: TestPlace) => string
  /** The words of its command line. */
  readonly parameters: (file: string, place: TestPlace) => readonly string[]
}

/** Where a proxy listens on loopback, and may write. */
export interface TestPlace {
  readonly port: number
  readonly folder: string
}

/** Where the servers of a test are. */
export interface TestServers {
  readonly gateway: number
  readonly backend: number
}

const folder = join(import.meta.dirname, '../../../../../docs/deploy/forward-auth')

/** The proxies that there is a file for. */
export const proxyKinds: readonly ProxyKind[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    carryingTerminals: (text) =>
      replaced(
        text,
        /^ {2}# Terminals\..*\n {2}location \/api\/terminal\/ \{[\s\S]*?^ {2}\}\n/m,
        '',
      ),
    forTest: (text, { port, folder: own }) =>
      nginxAround(
        replaced(
          replaced(
            replaced(text, /^ {2}ssl_.*\n/gm, ''),
            /listen 443 ssl;/,
            `listen 127.0.0.1:${port};`,
          ),
          /\/var\/log\/nginx/,
          own,
        ),
        own,
      ),
    parameters: (file, { folder: own }) => ['-c', file, '-e', join(own, 'error.log')],
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    carryingTerminals: (text) => replaced(text, ' /api/terminal/*\n', '\n'),
    forTest: (text, { port }) =>
      `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${replaced(
        text,
        /^auth\.example\.com \{$/m,
        `http://auth.example.com:${port} {`,
      )}`,
    parameters: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'traefik',
    file: 'traefik.yaml',
    carryingTerminals: (text) => replaced(text, ' && !PathPrefix(`/api/terminal/`)', ''),
    forTest: (text) => text,
    parameters: (file, { port }) => [
      `--entrypoints.web.address=127.0.0.1:${port}`,
      `--providers.file.filename=${file}`,
      ...['--providers.file.watch=false', '--global.checknewversion=false', '--log.level=WARN'],
      '--global.sendanonymoususage=false',
    ],
  },
  {
    name: 'envoy',
    file: 'envoy.yaml',
    carryingTerminals: (text) =>
      replaced(text, /^ +# Terminals\..*\n.*\/api\/terminal\/ \}\n.*\n.*\*unchecked\n/m, ''),
    forTest: (text, { port }) =>
      replaced(
        text,
        'address: 0.0.0.0, port_value: 443',
        `address: 127.0.0.1, port_value: ${port}`,
      ),
    parameters: (file) => [
      ...['-c', file, '--use-dynamic-base-id', '--concurrency', '1', '--log-level', 'warning'],
    ],
  },
]

/** The file of a proxy as operators have it, on loopback. */
export async function configurationOf(
  kind: ProxyKind,
  place: TestPlace,
  { gateway, backend }: TestServers,
): Promise<(change: (text: string) => string) => string> {
  const text = await readFile(join(folder, kind.file), 'utf8')
  return (change) => {
    const changed = kind.forTest(change(text), place)
    const withGateway = moved(changed, { host: '10.0.0.11', port: 8080 }, gateway)
    return moved(withGateway, { host: '10.0.0.21', port: 9000 }, backend)
  }
}

function moved(
  text: string,
  { host, port }: { readonly host: string; readonly port: number },
  to: number,
): string {
  const plain = text.replaceAll(`${host}:${port}`, `127.0.0.1:${to}`)
  const result = plain.replaceAll(
    `address: ${host}, port_value: ${port}`,
    `address: 127.0.0.1, port_value: ${to}`,
  )
  if (result === text) throw new Error(`the file has no address ${host}`)
  return result
}

/** A file that does not have what is to be replaced is not the one that operators are given. */
function replaced(text: string, what: RegExp | string, by: string): string {
  const result = text.replace(what, () => by)
  if (result === text) throw new Error(`the file has no ${String(what)}`)
  return result
}

function nginxAround(http: string, own: string): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${own}/${name};`)
    .join('\n')
  return `daemon off;
master_process off;
pid ${own}/pid;
error_log ${own}/error.log;
events {
}
http {
${scratch}
${http}
}
`
}
