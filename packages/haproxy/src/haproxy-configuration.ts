import { answerRules, requestRules } from './backend-rules.ts'
import { directRules } from './direct-rules.ts'
import { type EdgeOptions, requestIdMark } from './edge-options.ts'
import { quoted } from './quote.ts'

/**
 * The configuration of HAProxy, 2.6 or newer, as an edge: it checks access tokens by itself and sends what holds
 * straight to the backend; all else goes to the gateways. It carries no key: those are in the map.
 */
export function haproxyConfiguration(options: EdgeOptions): string {
  const sections = [
    section('global', globalLines(options)),
    section('defaults', defaultLines(options)),
    section('frontend edge', frontendLines(options)),
    section('backend machines', machineLines(options)),
    section('backend gateways', gatewayLines(options)),
    section('backend users', ['stick-table type string len 64 size 100k expire 1m store conn_cur']),
    section('backend tenants', [
      'stick-table type string len 64 size 100k expire 1m store conn_cur',
    ]),
    section('backend networks', ['stick-table type ipv6 size 100k expire 1m store conn_cur']),
    ...(options.metrics === undefined ? [] : [exporter(options.metrics)]),
  ]
  return `${heading}\n${sections.join('\n')}`
}

const heading = `# Made by \`gatehouse edge haproxy\`: change the settings, and make it anew.
# Requests whose token holds go straight to the machine backend, and all else to the gateways.
`

function section(name: string, lines: readonly string[]): string {
  return `${name}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** Bytes of a buffer for the fields that are added to a header section. */
const addedBytes = 4096

function globalLines({ clients, socket }: EdgeOptions): readonly string[] {
  return [
    `stats socket ${quoted(socket)} mode 600 level admin`,
    `maxconn ${clients.maxConnections}`,
    `tune.bufsize ${clients.maxHeaderBytes + addedBytes}`,
    `tune.maxrewrite ${addedBytes}`,
  ]
}

function defaultLines({ backend, clients, problems }: EdgeOptions): readonly string[] {
  return [
    'mode http',
    'timeout connect 2s',
    `timeout client ${duration(backend.timeoutSeconds)}`,
    `timeout http-request ${duration(clients.headersTimeoutSeconds)}`,
    `timeout http-keep-alive ${duration(clients.keepAliveSeconds)}`,
    'timeout queue 5s',
    'timeout check 5s',
    // Longer than terminals go without a sign of life.
    'timeout tunnel 2m',
    'http-reuse safe',
    ...Object.entries(problems).map(([status, body]) => errorLine(status, body)),
  ]
}

function duration(seconds: number): string {
  return `${Math.round(seconds * 1000)}ms`
}

function errorLine(status: string, body: string): string {
  const text = body.replaceAll('%', '%%').replace(requestIdMark, '%[unique-id]')
  const retry = status === '502' || status === '503' ? ' hdr Retry-After 1' : ''
  const fields = `hdr Cache-Control no-store hdr X-Request-Id %[unique-id]${retry}`
  return `http-error status ${status} content-type application/problem+json lf-string ${quoted(text)} ${fields}`
}

function frontendLines(options: EdgeOptions): readonly string[] {
  const { bind, clients } = options
  const origins = clients.origins.map(quoted).join(' ')
  return [
    `bind ${bind}`,
    'unique-id-format %[uuid()]',
    'log stdout format raw local0',
    'option dontlognull',
    // Without the query, which may hold a token, and without header fields.
    'log-format "%ci %b %ST %tsc %Tr/%Ta %B %HM %HP %ID"',
    // What proxies in front usually set; what is spelled otherwise goes to a gateway, which drops it.
    `http-request del-header ${quoted('^(forwarded|x-forwarded-.*|x-real-ip|x-request-id)$')} -m reg`,
    `http-request set-var(txn.origin) req.fhdr(origin) if { req.fhdr(origin) -m str ${origins} }`,
    ...directRules(options),
    'use_backend machines if { var(txn.direct) -m bool }',
    'default_backend gateways',
  ]
}

function machineLines(options: EdgeOptions): readonly string[] {
  const { maxConnections, timeoutSeconds, url } = options.backend
  const { hostname, port, protocol } = new URL(url)
  const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const tls =
    protocol === 'https:' ? ` ssl verify required ca-file @system-ca sni str(${hostname})` : ''
  return [
    `timeout server ${duration(timeoutSeconds)}`,
    // What may have been done is not sent twice: a client whose kept connection ends sends it again.
    'retries 1',
    'retry-on conn-failure',
    ...requestRules(options),
    ...answerRules(options),
    `server machines ${address} maxconn ${maxConnections}${tls}`,
  ]
}

function gatewayLines({ backend, gateways }: EdgeOptions): readonly string[] {
  return [
    // A gateway answers by itself when the backend is silent.
    `timeout server ${duration(backend.timeoutSeconds + 30)}`,
    // Terminals stay for hours: new ones go where the fewest are.
    'balance leastconn',
    // Whether it is about to stop, and nothing else: the others lack the same database and mail server.
    'option httpchk GET /readyz?exclude=database&exclude=credential_store&exclude=mail',
    // A gateway that does not even take the connection has seen nothing of the request: another one gets it.
    'retries 3',
    'retry-on conn-failure',
    'option redispatch 1',
    'http-request set-header X-Forwarded-For %[src]',
    'default-server check inter 1s fastinter 250ms fall 2 rise 2',
    ...gateways.map((address, index) => `server gateway${index + 1} ${address}`),
  ]
}

function exporter(metrics: string): string {
  return section('frontend metrics', [
    `bind ${metrics}`,
    'http-request use-service prometheus-exporter if { path /metrics }',
    'http-request return status 404',
  ])
}
