import type { Ruling } from '../expectation.ts'
import { membersOf, removeOrganization, sessionsOf, type World } from '../world.ts'
import { lasts } from './tokens.ts'

/**
 * What the jobs have made of a world by now. Closed organizations go when their time has come. Where an
 * unconfirmed person is alone they may go: when, the trust in the clock decides.
 */
export function passTime({ world: before, now, settings }: Ruling): readonly World[] {
  const world = structuredClone(before)
  for (const { id, closesAt } of before.organizations.values()) {
    if (closesAt !== null && closesAt <= now) removeOrganization(world, id)
  }
  let worlds: readonly World[] = [world]
  for (const id of world.organizations.keys()) {
    if (!mayExpire({ world, now, settings }, id)) continue
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
