import { define } from '@gatehouse/prometheus'

/** Terminals. */
export const terminalDefinitions = {
  terminals: define({
    name: 'gatehouse_terminals_open',
    type: 'gauge',
    help: 'Terminals that are open.',
    labels: {},
    across: 'sum',
    attention: 'A sudden fall: look at how they were closed.',
  }),
  terminalsOpened: define({
    name: 'gatehouse_terminals_opened_total',
    type: 'counter',
    help: 'Terminals that were opened.',
    labels: {},
    across: 'sum',
    attention: 'Far more than people open: clients that reconnect in a loop.',
  }),
  terminalsClosed: define({
    name: 'gatehouse_terminals_closed_total',
    type: 'counter',
    help: 'Terminals that ended.',
    labels: { code: 'the close code (RFC 6455, section 7.4; 4401, 4403), or `other`' },
    across: 'sum',
    attention:
      '1006: lost connections; many at once: the network, or a proxy in front whose idle time is too short. 1011: the backend broke off. 4401, 4403: sessions that ended. 1012: a gateway was stopped.',
  }),
  terminalsRefused: define({
    name: 'gatehouse_terminals_refused_total',
    type: 'counter',
    help: 'Terminals that were not opened.',
    labels: {
      reason:
        'a code of the [errors](http-api.md#errors); `backend_refused`: the backend answered without an upgrade; `client_gone`',
    },
    across: 'sum',
    attention:
      '`rate_limited`: raise the caps if people need more. `upstream_unavailable`, `upstream_timeout`: the backend. `origin_not_allowed`: `CORS_ALLOWED_ORIGINS`.',
  }),
} as const
