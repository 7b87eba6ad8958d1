import type { Command } from '../command.ts'

/** `gatehouse edge haproxy` */
export const edgeHaproxy: Command = {
  name: 'edge haproxy',
  summary: 'prints the configuration of a HAProxy that checks tokens itself',
  details: [
    'Needs the settings of the gateway; no database, and no key is printed. BIND has the',
    'parameters of HAProxy’s `bind`, such as ":443 ssl crt /etc/haproxy/a.pem alpn http/1.1".',
    'FOLDER holds the map of keys, which `gatehouse edge keys` writes, and the runtime socket;',
    '/var/lib/gatehouse-edge unless given. Run it again when a setting has changed.',
  ],
  options: {
    bind: { summary: 'where the edge listens', value: 'BIND', required: true },
    gateways: {
      summary: 'the gateways behind it',
      value: 'HOST:PORT[,HOST:PORT]',
      required: true,
    },
    folder: { summary: 'where the edge keeps its files, on its machine', value: 'FOLDER' },
    metrics: { summary: 'where HAProxy’s exporter for Prometheus listens', value: 'HOST:PORT' },
  },
  json: 'prints it as the member of a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
