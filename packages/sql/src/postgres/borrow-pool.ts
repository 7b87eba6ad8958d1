import type { Pool, PoolClient } from 'pg'

/** The use of a pool, by `pg` or of a host that made it with `pg`. */
export type UsedPool = Pick<Pool, 'ending' | 'totalCount' | 'idleCount' | 'waitingCount'> & {
  /** A connection, which is no one else's until it is released. */
  connect(): Promise<UsedClient>
  /** Takes no more connections, and waits for those in use. */
  end(): Promise<void>
}

/** The use of a connection. */
export interface UsedClient {
  /** Sends one statement, or several without values, or what sends something itself. */
  readonly query: PoolClient['query']
  /** The connection of the driver; native bindings have none. */
  readonly connection?: unknown
  /** Whether the driver itself sends statements before the answer of the one before. */
  readonly pipeline?: unknown
  /** Gives the connection back; `true` closes it. */
  release(destroy?: boolean): void
}

/**
 * The pool of a host, which goes on when we have ended: only what we took of it is waited for. While we have a
 * connection, its loss ends no process.
 */
export function borrowPool(host: Pool): UsedPool {
  const borrowed = new Set<PoolClient>()
  let ending = false
  let allReturned = () => {}
  const ignore = () => {}

  return {
    get ending() {
      return ending || host.ending
    },
    get totalCount() {
      return host.totalCount
    },
    get idleCount() {
      return host.idleCount
    },
    get waitingCount() {
      return host.waitingCount
    },

    async connect() {
      const client = await host.connect()
      client.on('error', ignore)
      borrowed.add(client)
      return {
        query: client.query.bind(client) as PoolClient['query'],
        connection: Reflect.get(client, 'connection') as unknown,
        pipeline: Reflect.get(client, 'pipeline') as unknown,
        release(destroy) {
          client.off('error', ignore)
          client.release(destroy)
          borrowed.delete(client)
          if (borrowed.size === 0) allReturned()
        },
      }
    },

    async end() {
      ending = true
      if (borrowed.size === 0) return
      await new Promise<void>((resolve) => {
        allReturned = resolve
      })
    },
  }
}
