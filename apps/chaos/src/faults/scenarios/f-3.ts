import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { type Gateway, type Reply, shown } from '../gateway.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { confirmationTokenOf, repeat, untilLookedAt } from '../steps.ts'

async function openTwo(rig: Rig) {
  const keycloak = await rig.lab.keycloak()
  const { mail, settings } = await rig.surroundings()
  rig.say('starting two replicas on Keycloak')
  const onKeycloak = { ...settings, ...keycloak.settings(keycloak.port) }
  const one = await rig.gateway(onKeycloak)
  const two = await rig.gateway(onKeycloak)
  await repeat(
    60,
    () => one.get('/readyz'),
    ({ status }) => status === 200,
  )
  const owner = person()
  const made = await one.signUp(owner)
  if (made.status !== 201) throw new Error(`sign-up: ${shown(made)}`)
  // From then on the owner is no stranger: of those four are let through at a time.
  const token = await confirmationTokenOf(mail, owner)
  await one.post('/api/auth/verify-email', { token, password: owner.password })
  await one.logIn(owner)
  return { one, two, owner }
}

/** Logs in one time after the other. */
async function inTurn(times: number, ask: () => Promise<Reply>): Promise<readonly Reply[]> {
  const replies: Reply[] = []
  for (let count = 0; count < times; count += 1) replies.push(await ask())
  return replies
}

function counted(replies: readonly Reply[]): string {
  const kinds = Map.groupBy(replies, shown)
  return [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ')
}

const areIn = (replies: readonly Reply[]) => replies.every(({ status }) => status === 200)

/** The right password is right, whoever else signs in. */
export const rightPasswords: readonly Scenario[] = [
  {
    id: 'F-3a',
    name: 'the owner logs in while another guesses',
    does: 'The owner of an account logs in at one replica again and again while wrong passwords of the same account are tried at another.',
    holds: 'The right password is answered 200 each time, and each wrong one 401.',
    needs: ['keycloak'],
    async run(rig) {
      const { one, two, owner } = await openTwo(rig)
      rig.say('logging in')
      let isOver = false
      const guesser = async () => {
        const replies: Reply[] = []
        while (!isOver) {
          replies.push(await two.logIn(owner, 'not the password'))
          await sleep(200)
        }
        return replies
      }
      const guessing = guesser()
      const replies = await inTurn(25, () => one.logIn(owner))
      isOver = true
      const guesses = await guessing
      rig.check(`the owner: ${counted(replies)}`, areIn(replies))
      const areWrong = guesses.every(({ status }) => status === 401)
      rig.check(`the guesser: ${counted(guesses)}`, guesses.length > 0 && areWrong)
    },
  },
  {
    id: 'F-3b',
    name: 'one account logs in many times on two replicas',
    does: 'The right password of one account is sent by six clients at a time to each of two replicas, and again after a 503.',
    holds:
      'Each is answered 200, once it was looked at; a 503 on a busy machine is the only other answer.',
    needs: ['keycloak'],
    async run(rig) {
      const { one, two, owner } = await openTwo(rig)
      rig.say('logging in')
      const client = (gateway: Gateway) =>
        inTurn(4, () => untilLookedAt(() => gateway.logIn(owner)))
      const clients = [one, two].flatMap((each) => Array.from({ length: 6 }, () => client(each)))
      const replies = (await Promise.all(clients)).flat()
      rig.check(counted(replies), areIn(replies))
    },
  },
]
