import { expect } from 'expect'
import type { SigningKey, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleKey } from './samples.ts'

/** The promises of the signing keys in every store. */
export function signingKeyRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('signing keys', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const keys = [
          sampleKey(),
          sampleKey({ acceptedUntil: after(future, 0.001), secret: 'A'.repeat(86) }),
          sampleKey({ revokedAt: after(future, 60) }),
        ]
        await putAll(store, keys)
        expect(await listed(store, keys)).toEqual(keys)
      }),
    },
    {
      name: 'take the place of one with the same kid alone',
      run: on(async (store) => {
        const [key, bystander] = [sampleKey(), sampleKey()]
        const changed = sampleKey({ kid: key.kid, secret: 'B'.repeat(43), revokedAt: future })
        await putAll(store, [key, bystander])
        await putAll(store, [changed])
        expect(await listed(store, [key, bystander])).toEqual([changed, bystander])
      }),
    },
    {
      name: 'are gone once removed, and others stay',
      run: on(async (store) => {
        const [key, bystander] = [sampleKey(), sampleKey()]
        await putAll(store, [key, bystander])
        await store.transaction(async (tx) => {
          await tx.signingKeys.remove(key.kid)
          await tx.signingKeys.remove(unique('kid'))
        })
        expect(await listed(store, [key, bystander])).toEqual([bystander])
      }),
    },
  ])
}

async function putAll(store: Store, keys: readonly SigningKey[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const key of keys) await tx.signingKeys.put(key)
  })
}

/** The stored keys with the kids of these keys, in the order of these. */
async function listed(store: Store, keys: readonly SigningKey[]): Promise<readonly SigningKey[]> {
  const all = await store.transaction((tx) => tx.signingKeys.list())
  return keys.flatMap(({ kid }) => all.filter((key) => key.kid === kid))
}
