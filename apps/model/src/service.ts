import {
  type AccessClaims,
  type Auth,
  type AuthSettings,
  createAdmission,
  createAuth,
  createJobs,
  createLiveEndings,
  defaultAdmissionBounds,
  deliverMail,
  type Job,
  type LiveEndings,
} from '@gatehouse/auth-core'
import type { CredentialUser, Mail, Ports, Store } from '@gatehouse/auth-core/ports'
import { createMemoryPorts, type MemoryPorts } from '@gatehouse/auth-core/testing'
import type { Act } from './act.ts'
import type { Seen } from './expectation.ts'
import { createFaultyPorts, type Fault } from './faults.ts'
import { performAct } from './perform-act.ts'

/** A guess at a password that was checked. */
export interface Guess {
  readonly credential: string
  readonly network: string
  readonly at: number
  readonly isRight: boolean
}

/** The whole service on its records, with a second process beside it, a clock and a mailbox. */
export interface Service {
  readonly ports: MemoryPorts
  readonly settings: AuthSettings
  readonly guesses: readonly Guess[]
  /** One process, and another that hears of endings by reading them. */
  readonly processes: () => readonly [Auth, Auth]
  /** Sends requests, all at the same time. What kills the process leaves those without an outcome. */
  request(acts: readonly Act[], options?: RequestOptions): Promise<readonly Seen[]>
  /** The mails that came since the last time. */
  mails(): Promise<readonly Mail[]>
  /** All jobs, one round. */
  runJobs(): Promise<void>
  /** Both processes read what ended: what a job has ended, its own process hears of in this way, too. */
  hear(): Promise<void>
}

/** How requests fare. */
export interface RequestOptions {
  readonly fault?: Fault | null
  /** How many turns calls of ports wait, one after the other. */
  readonly turns?: readonly number[]
}

/** Sets a service up on a store. */
export function createService(settings: AuthSettings, store?: Store): Service {
  const memory = createMemoryPorts(store ? { store } : {})
  const guesses: Guess[] = []
  const asking = { network: '' }
  const credentialStore = noting(memory, { guesses, asking })
  const faulty = createFaultyPorts({ ...memory, credentialStore })
  let born = 0
  const start = () => {
    born += 1
    return startProcess(settings, { ...memory, ...faulty.ports, replicaId: `process ${born}` })
  }
  let first = start()
  const second = start()
  let read = 0

  async function once(act: Act): Promise<Seen> {
    try {
      const died = faulty.death().then(() => ({ kind: 'died' }))
      const outcome = await Promise.race([performAct(first.auth, act, memory.clock.now()), died])
      return seenOf(first.auth, outcome as Seen['outcome'] & { readonly kind: string })
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'PortError') throw error
      return { kind: 'failed', made: '', outcome: { kind: 'failed', message: error.message } }
    }
  }

  return {
    ports: memory,
    settings,
    guesses,
    processes: () => [first.auth, second.auth],
    async request(acts, { fault = null, turns = [] } = {}) {
      faulty.arm(fault)
      faulty.interleave(turns)
      // Of requests that run together, a guess cannot be told whose it is.
      asking.network = acts.length === 1 ? (acts[0]?.network ?? '') : ''
      const seen = await Promise.all(acts.map(once))
      faulty.arm(null)
      faulty.interleave([])
      if (seen.some(({ kind }) => kind === 'died')) first = start()
      return Promise.all(seen.map((one, index) => withMade(memory, one, acts[index])))
    },
    async mails() {
      await deliverMail(memory)
      const fresh = memory.mailer.sent.slice(read)
      read += fresh.length
      return fresh.map(({ mail }) => mail)
    },
    async runJobs() {
      for (const { run } of first.jobs) await run()
    },
    async hear() {
      await first.endings.reload()
      await second.endings.reload()
    },
  }
}

interface Process {
  readonly auth: Auth
  readonly endings: LiveEndings
  readonly jobs: readonly Job[]
}

function startProcess(
  settings: AuthSettings,
  shared: Ports & Pick<MemoryPorts, 'mailer'>,
): Process {
  const admission = {
    check: createAdmission(defaultAdmissionBounds),
    set: createAdmission(defaultAdmissionBounds),
  }
  const endings = createLiveEndings(shared)
  const ports = { ...shared, admission, endings, keyRing: { ...shared.keyRing, async reload() {} } }
  return { auth: createAuth(ports, settings), endings, jobs: createJobs(ports) }
}

interface Noting {
  readonly guesses: Guess[]
  readonly asking: { readonly network: string }
}

/** The same store, with a note of each password that it checks. */
function noting({ clock, credentialStore }: MemoryPorts, { guesses, asking }: Noting) {
  return {
    ...credentialStore,
    async checkPassword(user: CredentialUser, password: string) {
      const { network } = asking
      const check = await credentialStore.checkPassword(user, password)
      const at = clock.now().getTime() / 1000
      guesses.push({ credential: user.credentialId, network, at, isRight: check.accepted })
      return check
    },
  }
}

function seenOf(auth: Auth, outcome: Seen['outcome'] & { readonly kind: string }): Seen {
  const { kind, token, refusal } = outcome
  const claims = typeof token === 'string' ? claimsOf(auth, token) : undefined
  return {
    kind,
    outcome,
    made: '',
    ...(claims && { claims }),
    ...(typeof refusal === 'string' && { refusal }),
  }
}

/** What a token says that was just handed out; of one from the future too. */
function claimsOf(auth: Auth, token: string): AccessClaims | undefined {
  const checked = auth.authenticate(token)
  return checked.kind === 'valid' ? checked.claims : undefined
}

/** With the id of the account that a request has made, as it is on record. */
async function withMade({ store }: MemoryPorts, seen: Seen, act: Act | undefined): Promise<Seen> {
  if (act?.kind !== 'signUp' && act?.kind !== 'acceptInvitation') return seen
  const account = await store.transaction((tx) => tx.accounts.findByUsername(act.username))
  return { ...seen, made: account?.id ?? '' }
}
