import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The storage of a provider, in memory. With the library's own one it would print a warning. */
export function createMemoryAdapters(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  const remove = (key: string) => void stored.delete(key)

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = (name: 'uid' | 'userCode', value: string) =>
      [...stored].find(([key, it]) => key.startsWith(`${model}:`) && it[name] === value)?.[1]
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload)
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = stored.get(keyOf(id))
        if (payload) stored.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1000) })
      },
      destroy: async (id) => remove(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) remove(key)
      },
    }
  }
}
