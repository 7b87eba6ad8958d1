import { portOrOff, wholeNumber, workers } from '../schemas/numbers.ts'
import { filePath, host, oneOf, onOrOff } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** The gateway's process. */
export const runningSettings = {
  CONFIG_FILE: {
    schema: filePath,
    description: 'A file with settings, one `NAME=value` a line. The environment wins over it.',
    example: '/etc/gatehouse.env',
  },
  LOG_LEVEL: {
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    description: 'The least serious lines that are logged.',
  },
  LOG_FORMAT: {
    schema: oneOf(['auto', 'json', 'text']),
    default: 'auto',
    description:
      'How [log lines](operations.md#logs-and-the-audit-log) look: `json` for programs, `text` for eyes. `auto` is `text` where standard output is a terminal, `json` elsewhere. `NO_COLOR=1` leaves out the colours.',
  },
  WORKERS: {
    schema: workers,
    default: '1',
    description:
      'How many processes share the port, to use more than one core; `auto` is one for each core that there is. Above 1 another process starts them and replaces one that ends; see [more than one core](operations.md#more-than-one-core).',
  },
  V8_TUNING: {
    schema: onOrOff,
    default: 'on',
    description:
      'Whether V8 is told to collect short-lived buffers early and to keep its heap when there is little to do, which makes bodies, and requests after a pause, cost [about half](decisions/proxy-engines.md), and to compile more of the way of a request as one function. `off` leaves V8 as Node has it, and less memory in use after a busy hour.',
  },
  METRICS_PORT: {
    schema: portOrOff,
    default: '9464',
    description:
      'Where Prometheus reads the [metrics](monitoring.md), `GET /metrics` and nothing else. `0` takes any free port. While the port is taken the gateway runs without, and tries again.',
  },
  METRICS_HOST: {
    schema: host,
    default: '127.0.0.1',
    description:
      'The address it listens on for that: this machine alone, unless you change it. Nothing asks who reads there, so keep it inside your own network.',
  },
  SHUTDOWN_DELAY_SECONDS: {
    schema: wholeNumber('seconds', { min: 0, max: 600 }),
    default: '1',
    description:
      'How long the gateway goes on as before after SIGTERM or SIGINT, but for `/readyz`, which answers 503 from then on. Longer than a load balancer in front takes to notice: the time between two of its checks, times how many have to fail.',
  },
  SHUTDOWN_GRACE_SECONDS: {
    schema: wholeNumber('seconds', { min: 1, max: 3600 }),
    default: '8',
    description:
      'How long requests under way may take to finish after that, and how long it takes to close the terminals. Keep the two together below the patience of what stops the process (Docker has 10 seconds, Kubernetes 30).',
  },
} as const satisfies SettingList
