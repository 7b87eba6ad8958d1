import type { MemoryPorts } from '../testing/index.ts'

/** Where a process dies: at which call of a port. */
export interface Death {
  /** The first call is 1. */
  readonly atCall: number
  /** Whether that call still has its effect. */
  readonly effect: 'lost' | 'done'
}

/** What every call of a dead process's ports rejects with. */
export const death = new Error('the process has died')

/**
 * The ports of a process that dies: from one call of the store or the credential store on, no call is
 * answered.
 */
export function dyingPorts(ports: MemoryPorts, { atCall, effect }: Death): MemoryPorts {
  let calls = 0
  const mortal =
    <Parameters extends readonly unknown[], Result>(
      call: (...parameters: Parameters) => Promise<Result>,
    ) =>
    async (...parameters: Parameters): Promise<Result> => {
      calls += 1
      if (calls === atCall && effect === 'done') await call(...parameters)
      if (calls >= atCall) throw death
      return call(...parameters)
    }
  const { store, credentialStore } = ports
  return {
    ...ports,
    store: {
      ...store,
      // Written out: `mortal` would lose that each call has a result type of its own.
      async transaction(work) {
        calls += 1
        if (calls === atCall && effect === 'done') await store.transaction(work)
        if (calls >= atCall) throw death
        return store.transaction(work)
      },
    },
    credentialStore: {
      ...credentialStore,
      createTenant: mortal(credentialStore.createTenant),
      removeTenant: mortal(credentialStore.removeTenant),
      addUser: mortal(credentialStore.addUser),
      setPassword: mortal(credentialStore.setPassword),
      setEnabled: mortal(credentialStore.setEnabled),
      setGroups: mortal(credentialStore.setGroups),
      setRole: mortal(credentialStore.setRole),
      removeUser: mortal(credentialStore.removeUser),
      setProfile: mortal(credentialStore.setProfile),
    },
  }
}

/** Every way to die within so many calls. */
export function deathsWithin(calls: number): readonly Death[] {
  const effects = ['lost', 'done'] as const
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((atCall) =>
    effects.map((effect) => ({ atCall, effect })),
  )
}
