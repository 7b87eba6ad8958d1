import type { Ruling } from '../expectation.ts'
import { membersOf, removeOrganization, sessionsOf, type World } from '../world.ts'
import { lasts } from './tokens.ts'

/**
 * What the jobs have made of a world by now. Closed organizations may go when their time has come, and unconfirmed
 * people who are alone: when, the trust in the clock decides.
 */
export function passTime({ world, now, settings }: Ruling): readonly World[] {
  let worlds: readonly World[] = [structuredClone(world)]
  for (const { id, closesAt } of world.organizations.values()) {
    const isOver = closesAt !== null && closesAt <= now
    if (!isOver && !mayExpire({ world, now, settings }, id)) continue
    worlds = worlds.flatMap((one) => {
      const without = structuredClone(one)
      removeOrganization(without, id)
      return [one, without]
    })
  }
  return worlds
}

function mayExpire({ world, now }: Ruling, id: string): boolean {
  const [alone, ...others] = membersOf(world, id)
  if (!alone || others.length > 0 || alone.confirmed || alone.disabled) return false
  const isLive = sessionsOf(world, alone).some(
    ({ isOver, expiresAt }) => !isOver && now < expiresAt,
  )
  return !isLive && alone.since < now - lasts.unconfirmed
}
