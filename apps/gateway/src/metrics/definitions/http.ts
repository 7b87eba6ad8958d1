import { define, waitBuckets } from '@gatehouse/prometheus'

const status = '`1xx` to `5xx`; `none` when the client left before an answer had begun' as const
const methods = 'the method, or `other`' as const
const operation =
  'a use case of the [table of routes](http-api.md) such as `logIn`; `startOidcLogin`, `finishOidcLogin`; `health`, `docs`, `pages`; `backend` for requests that were refused before they reached the backend; `terminal` for plain requests to its address; `check` for what [other proxies](forward-auth.md) ask; `other`' as const

/** Metrics of requests on the public port. */
export const httpDefinitions = {
  requests: define({
    name: 'gatehouse_http_requests_total',
    type: 'counter',
    help: 'Requests that the gateway answered itself, when they were over.',
    labels: { operation, method: methods, status },
    across: 'sum',
    attention:
      'A rising share of `5xx`: which operation, then the log lines `request failed` and the panels of what it depends on. Many `4xx` of one operation: `gatehouse_problems_total` says why.',
  }),
  requestSeconds: define({
    name: 'gatehouse_http_request_duration_seconds',
    type: 'histogram',
    help: 'How long those requests took, from their header section to the end of the answer.',
    labels: { operation },
    across: 'sum',
    buckets: waitBuckets,
    attention:
      'Slow logins and sign-ups: the credential store. Everything slow: the database, then the event loop (`nodejs_eventloop_lag_p99_seconds`).',
  }),
  problems: define({
    name: 'gatehouse_problems_total',
    type: 'counter',
    help: 'Answers that were problem documents, on the public port.',
    labels: { code: 'a code of the [errors](http-api.md#errors)' },
    across: 'sum',
    attention:
      '`upstream_unavailable`, `upstream_timeout`: the backend. `overloaded`: too little of something, see the log. `internal_error`: a fault of ours, please report it. `token_invalid` in bulk: keys were withdrawn, or somebody guesses.',
  }),
  sentBytes: define({
    name: 'gatehouse_http_sent_bytes_total',
    type: 'counter',
    help: 'Bytes of answers on the public port, header sections included, without terminals.',
    labels: {},
    across: 'sum',
    attention:
      'How much of the network line is in use; far more than usual may be a download in a loop.',
  }),
  connectionsRefused: define({
    name: 'gatehouse_connections_refused_total',
    type: 'counter',
    help: 'Connections that were closed because no readable request came.',
    labels: { code: 'a code of the [errors](http-api.md#errors)' },
    across: 'sum',
    attention: 'Many: a scanner, or a proxy in front that speaks something else.',
  }),
  connections: define({
    name: 'gatehouse_connections',
    type: 'gauge',
    help: 'Open connections on the public port, terminals included.',
    labels: {},
    across: 'sum',
    attention:
      'Near `MAX_CONNECTIONS` or the limit of open files (`process_max_fds`): raise both, or add replicas.',
  }),
  proxied: define({
    name: 'gatehouse_proxied_requests_total',
    type: 'counter',
    help: 'Requests that were sent on to the machine backend, when they were over.',
    labels: { method: methods, status },
    across: 'sum',
    attention:
      '`5xx` are the backend’s own, unless `gatehouse_problems_total` has them too. `none`: clients do not wait that long.',
  }),
  proxiedSeconds: define({
    name: 'gatehouse_proxied_request_duration_seconds',
    type: 'histogram',
    help: 'How long those requests took, bodies included.',
    labels: {},
    across: 'sum',
    buckets: waitBuckets,
    attention:
      'Slow while `gatehouse_backend_duration_seconds` is not: large bodies or slow clients.',
  }),
  backendSeconds: define({
    name: 'gatehouse_backend_duration_seconds',
    type: 'histogram',
    help: 'How long the backend took until its answer began, waiting for a connection included.',
    labels: {},
    across: 'sum',
    buckets: waitBuckets,
    attention: 'Slow: the backend, or too few connections to it (`BACKEND_MAX_CONNECTIONS`).',
  }),
  proxiedInFlight: define({
    name: 'gatehouse_proxied_requests_in_flight',
    type: 'gauge',
    help: 'Requests that are at the backend, or wait for a connection to it.',
    labels: {},
    across: 'sum',
    attention:
      'Above `BACKEND_MAX_CONNECTIONS`, or the share of one, they wait; at twice that number further ones are answered 503, or 429.',
  }),
} as const
