import type { GatewayProcess, MailServer } from '@gatehouse/gateway/testing'
import type { TestDatabase } from '@gatehouse/sql/testing'
import type { Balancer } from './balancer.ts'
import type { FaultKind } from './evidence.ts'
import type { Journal } from './journal.ts'
import type { Relay } from './relay.ts'

/** Seconds for which a code is valid: so short that some expire when their gateway is killed. */
export const codeSeconds = 30

/** Where the records are: each gateway of SQLite is alone with its file. */
export type StoreName = 'postgres' | 'sqlite'

/** The parts that the chaos test takes in besides, one at a time. */
export const legNames = ['workers', 'keycloak', 'provider', 'clock', 'full-disk'] as const

/** One of {@link legNames}. */
export type LegName = (typeof legNames)[number]

/** Gateways on a database of their own, behind a balancer. */
export interface ChaosEnvironment {
  readonly store: StoreName
  readonly database: Pick<TestDatabase, 'ask'>
  readonly mail: MailServer
  readonly balancer: Balancer
  readonly gateways: readonly Replica[]
  /** The settings of the gateways, with the database's own address instead of a relay's. */
  readonly settings: Readonly<Record<string, string>>
  /** What is taken in besides; `undefined` for nothing. */
  readonly leg: OpenLeg | undefined
  /** Stops the database server, in order or as by a power cut. */
  stopDatabase(how: 'fast' | 'immediate'): Promise<void>
  /** Starts it again. Resolves when it answers. */
  startDatabase(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** One of the gateways. */
export interface Replica {
  readonly name: string
  readonly url: string
  /** The relay between this gateway and the database; leads nowhere on SQLite. */
  readonly relay: Relay
  /** The process that runs now, or ran last. */
  process(): GatewayProcess
  /** After it has ended: starts it again at the same address. */
  start(): Promise<void>
  /** The output of all its processes. */
  log(): readonly string[]
}

/** What a leg has opened. */
export interface OpenLeg {
  readonly name: LegName
  /** For all gateways, and for the commands of an operator. */
  readonly settings: Readonly<Record<string, string>>
  /** For one gateway alone. */
  settingsOf?(gateway: string): Readonly<Record<string, string>>
  /** The folder of a SQLite database; a temporary one unless given. */
  readonly dataFolder?: string
  /** What PostgreSQL is started with besides. */
  readonly databaseEnv?: Readonly<Record<string, string>>
  /**
   * Milliseconds after which somebody goes on without a mail that does not come, as when a wrong clock has made it
   * with an expiry that is past. Otherwise a mail that does not come ends the run.
   */
  readonly mailWaitMs?: number
  /** What can be done to it. */
  readonly faults: Readonly<Partial<Record<FaultKind, FaultAction>>>
  /** A provider that people can sign in with. */
  readonly provider?: ProviderForPeople
}

/** What somebody needs to sign in with a provider. */
export interface ProviderForPeople {
  /** Where it sends them back to, after the address of the gateways. */
  readonly callbackPath: string
  /** Makes somebody known to it. @returns The name to sign in with. */
  know(email: string): string
}

/** Where faults happen, and the source of random details. */
export interface FaultContext {
  readonly environment: ChaosEnvironment
  readonly journal: Journal
  /** Draws a whole number from 0 to below this one. */
  readonly random: (below: number) => number
}

/** Causes a fault. Resolves when the environment works again. */
export type FaultAction = (context: FaultContext, victim: Replica) => Promise<void>
