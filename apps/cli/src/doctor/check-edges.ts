import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { propagationSeconds } from '@gatehouse/auth-core/operator'
import {
  type EdgeMap,
  type EdgeReading,
  edgeAddress,
  edgeMap,
  maxSkewSeconds,
  readMap,
} from '@gatehouse/haproxy'
import { moment } from '../console/table.ts'
import { explainUnusable } from '../records/explain-unusable.ts'
import type { Deployment } from '../records/open-deployment.ts'
import type { Finding } from './finding.ts'

/** Compares what edges go by with the records. @param url Where an edge answers clients, to be tried with a forged token. */
export async function* checkEdges(
  deployment: Deployment,
  url: string | undefined,
): AsyncGenerator<Finding> {
  const { edgeSockets } = deployment
  const { unusable } = await expectedMap(deployment, deployment.ports.clock.now())
  for (const kid of unusable)
    yield { code: 'edge_key', where: 'edges', about: kid, text: explainUnusable(kid) }
  for (const socket of edgeSockets) {
    const finding = await examine(deployment, socket)
    if (finding) yield finding
  }
  const accepted = url === undefined ? undefined : await tryForged(deployment, url)
  if (accepted) yield accepted
}

async function examine(deployment: Deployment, socket: string): Promise<Finding | undefined> {
  const about = { where: 'edge', about: socket }
  const reading = await readMap(edgeAddress(socket))
  if (!reading.ok) return { code: 'edge_unreachable', ...about, text: reading.reason }
  const { now, until } = reading.value
  const seconds = Math.round((now.getTime() - deployment.ports.clock.now().getTime()) / 1000)
  if (Math.abs(seconds) > maxSkewSeconds)
    return {
      code: 'edge_clock',
      ...about,
      text: `its clock differs from this one's by ${seconds} s`,
    }
  if (until <= now) {
    const since = until.getTime() > 0 ? `since ${moment(until)}` : 'since its start'
    return { code: 'edge_stale', ...about, text: `no gateway has told it anything ${since}` }
  }
  if (await isSame(deployment, reading.value)) return undefined
  // What has just changed may be on its way.
  await sleep(2 * propagationSeconds * 1000)
  const again = await readMap(edgeAddress(socket))
  if (again.ok && (await isSame(deployment, again.value))) return undefined
  return {
    code: 'edge_differs',
    ...about,
    text: 'it goes by other keys or ended sessions than are on record',
  }
}

async function isSame(deployment: Deployment, { contents, now }: EdgeReading): Promise<boolean> {
  return (await expectedMap(deployment, now)).contents === contents
}

async function expectedMap(
  { ports, rotation, signingKeys }: Deployment,
  at: Date,
): Promise<EdgeMap> {
  const { endings } = await ports.store.transaction((tx) => tx.endings.listSince('session', null))
  return edgeMap({ keys: await signingKeys(), endings, at }, rotation)
}

/** A token of a key that is known, with a signature that is none. */
async function tryForged(deployment: Deployment, url: string): Promise<Finding | undefined> {
  const about = { where: 'edge', about: url }
  const { entries } = await expectedMap(deployment, deployment.ports.clock.now())
  const header = entries.find(([name]) => !name.includes('.'))?.[0] ?? 'none'
  const claims = Buffer.from(JSON.stringify({ user_id: 'forged' })).toString('base64url')
  const token = `${header}.${claims}.${randomBytes(32).toString('base64url')}`
  try {
    const { status } = await fetch(new URL('/api/', url), {
      headers: { Authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    })
    if (status === 401) return undefined
    return {
      code: 'edge_forged',
      ...about,
      text: `a forged token is answered ${status}, should be 401`,
    }
  } catch {
    return { code: 'edge_unreachable', ...about, text: 'does not answer' }
  }
}
