import { expect } from 'expect'
import type { Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, sampleChallenge, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00Z')

/** The promises of the OTP challenges in every store. */
export function otpChallengeRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('OTP challenges', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const challenges = [
          sampleChallenge(id),
          sampleChallenge(id, {
            ownerGuesses: 0,
            strangerGuesses: 0,
            proof: { loginId: '', accounts: [], client: 'vscode', authTime: longAgo, methods: [] },
          }),
        ]
        for (const challenge of challenges) {
          await store.transaction((tx) => tx.otpChallenges.put(challenge))
          const found = await store.transaction((tx) => tx.otpChallenges.findByAccount(id))
          expect(found).toEqual(challenge)
        }
      }),
    },
    {
      name: 'are undefined for an account without one',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const found = await store.transaction((tx) => tx.otpChallenges.findByAccount(id))
        expect(found).toBeUndefined()
      }),
    },
    {
      name: 'take the place of an earlier one of the same account alone',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const [earlier, later] = [sampleChallenge(ada.id), sampleChallenge(ada.id)]
        const ofBob = sampleChallenge(bob.id)
        await store.transaction(async (tx) => {
          await tx.otpChallenges.put(earlier)
          await tx.otpChallenges.put(ofBob)
        })
        await store.transaction((tx) => tx.otpChallenges.put(later))
        const found = await store.transaction(async (tx) => [
          await tx.otpChallenges.findByAccount(ada.id),
          await tx.otpChallenges.findByAccount(bob.id),
        ])
        expect(found).toEqual([later, ofBob])
      }),
    },
    {
      name: 'can be put back with a guess less',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const challenge = sampleChallenge(id)
        const guessed = { ...challenge, ownerGuesses: challenge.ownerGuesses - 1 }
        await store.transaction((tx) => tx.otpChallenges.put(challenge))
        await store.transaction((tx) => tx.otpChallenges.put(guessed))
        const found = await store.transaction((tx) => tx.otpChallenges.findByAccount(id))
        expect(found).toEqual(guessed)
      }),
    },
    {
      name: 'are gone for this account once removed',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const ofBob = sampleChallenge(bob.id)
        await store.transaction(async (tx) => {
          await tx.otpChallenges.put(sampleChallenge(ada.id))
          await tx.otpChallenges.put(ofBob)
        })
        await store.transaction(async (tx) => {
          await tx.otpChallenges.remove(ada.id)
          await tx.otpChallenges.remove(unique('nobody'))
        })
        const found = await store.transaction(async (tx) => [
          await tx.otpChallenges.findByAccount(ada.id),
          await tx.otpChallenges.findByAccount(bob.id),
        ])
        expect(found).toEqual([undefined, ofBob])
      }),
    },
    {
      name: 'are all gone once all are removed',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const challenges = [sampleChallenge(ada.id), sampleChallenge(bob.id)]
        let found: readonly unknown[] = challenges
        const removeThenUndo = store.transaction(async (tx) => {
          for (const challenge of challenges) await tx.otpChallenges.put(challenge)
          await tx.otpChallenges.removeAll()
          found = [
            await tx.otpChallenges.findByAccount(ada.id),
            await tx.otpChallenges.findByAccount(bob.id),
          ]
          // A store may have records of other tests.
          throw new Error('undo')
        })
        await expect(removeThenUndo).rejects.toThrow('undo')
        expect(found).toEqual([undefined, undefined])
      }),
    },
    {
      name: 'go when they have expired, and are counted',
      run: on(async (store) => {
        const accounts = [await storeAccount(store), await storeAccount(store)]
        const { id } = await storeAccount(store)
        const live = sampleChallenge(id, { expiresAt: after(longAgo, 1) })
        const gone = await store.transaction(async (tx) => {
          await tx.otpChallenges.removeExpired(longAgo)
          await tx.otpChallenges.put(live)
          for (const [index, account] of accounts.entries()) {
            const expiresAt = after(longAgo, -index)
            await tx.otpChallenges.put(sampleChallenge(account.id, { expiresAt }))
          }
          return tx.otpChallenges.removeExpired(longAgo)
        })
        expect(gone).toBe(2)
        const found = await store.transaction(async (tx) => [
          await tx.otpChallenges.findByAccount(id),
          await tx.otpChallenges.findByAccount(accounts[0]?.id ?? ''),
          await tx.otpChallenges.removeExpired(longAgo),
        ])
        expect(found).toEqual([live, undefined, 0])
      }),
    },
  ])
}
