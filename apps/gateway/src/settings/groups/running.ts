import { wholeNumber } from '../schemas/numbers.ts'
import { filePath, oneOf } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** The process itself. */
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
  SHUTDOWN_DELAY_SECONDS: {
    schema: wholeNumber('seconds', { least: 0, most: 600 }),
    default: '1',
    description:
      'How long the gateway goes on as before after SIGTERM or SIGINT, but for `/readyz`, which answers 503 from then on. Longer than a load balancer in front takes to notice: the time between two of its checks, times how many have to fail.',
  },
  SHUTDOWN_GRACE_SECONDS: {
    schema: wholeNumber('seconds', { least: 1, most: 3600 }),
    default: '8',
    description:
      'How long requests under way may take to finish after that, and how long it takes to close the terminals. Keep the two together below the patience of what stops the process (Docker has 10 seconds, Kubernetes 30).',
  },
} as const satisfies SettingList
