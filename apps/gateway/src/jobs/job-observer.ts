import type { DeliveryReport } from '@gatehouse/auth-core'

/** Is told what happens by itself. */
export interface JobObserver {
  started(worker: string): void
  roundEnded(worker: string, outcome: 'ok' | 'failed'): void
  mailsDelivered(report: DeliveryReport): void
}
