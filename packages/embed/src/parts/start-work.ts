import { createHeartbeat } from '@gatehouse/auth-core'
import type { Ports, Store } from '@gatehouse/auth-core/ports'
import { type JobsOptions, type RunningJobs, runJobs } from './run-jobs.ts'

/** The parts of everything that a process does besides answering. */
export interface WorkOptions extends Omit<JobsOptions, 'heartbeat' | 'ports'> {
  /** The ports of the jobs, and the id under which the process notes that it lives. */
  readonly ports: JobsOptions['ports'] & Pick<Ports, 'replicaId'>
  /** The store for the notes of life, which transactions of requests cannot delay. */
  readonly vitalStore: Store
  /** The id of the master key in use, for other replicas. */
  readonly sealsWith: string
  /** The number of terminals that are open now. */
  readonly terminals: () => number
}

/** Runs the jobs, and says to other processes that this one serves, until both are stopped. */
export function startWork(options: WorkOptions): RunningJobs {
  const { ports, sealsWith, terminals, vitalStore: store } = options
  const heartbeat = createHeartbeat({ ports: { ...ports, store }, sealsWith, terminals })
  const jobs = runJobs({ ...options, heartbeat })
  return {
    stopWork: () => jobs.stopWork(),
    async stopServing() {
      await jobs.stopServing()
      // Until now other processes had to know that this one serves.
      await heartbeat.leave()
    },
  }
}
