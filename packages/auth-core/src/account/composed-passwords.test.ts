import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment } from '../../testing/test-environment.ts'

// The same keys, as a Mac and as Windows send them: composed and decomposed.
const composed = 'Caf\u00e9-Stra\u00dfe-\uac00-77'
const decomposed = composed.normalize('NFD')

describe('a password with marks (B-161)', () => {
  it.each([
    [composed, decomposed],
    [decomposed, composed],
    [decomposed, decomposed],
  ])('is one password however it is sent', async (given, typed) => {
    const { auth, logIn, signUp, from } = createTestEnvironment()
    const person = await signUp({ password: given })
    expect(await logIn({ ...person, password: typed })).toMatchObject({ kind: 'authenticated' })
    const wrong = await auth.logIn({
      email: person.email,
      password: `${typed}\u0301`,
      from: from(),
    })
    expect(wrong).toMatchObject({ refusal: 'invalid_credentials' })
  })

  it('is found in the form in which it was kept before', async () => {
    const environment = createTestEnvironment()
    const person = await environment.signUp()
    const { ports, logIn } = environment
    const account = await ports.store.transaction((tx) => tx.accounts.find(person.accountId))
    if (!account) throw new TypeError('an account was made')
    await ports.credentialStore.setPassword(account, decomposed)
    expect(await logIn({ ...person, password: decomposed })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('T-34: costs nobody less than somebody', async () => {
    const environment = createTestEnvironment()
    const asked: string[] = []
    const { credentialStore } = environment.ports
    const watched = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          checkNobody: async (password) => void asked.push(password),
        },
      },
    })
    await watched.logIn({ email: 'nobody@example.com', password: decomposed })
    expect(asked).toEqual([composed, decomposed])
  })
})
