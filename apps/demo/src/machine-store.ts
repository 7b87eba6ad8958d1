import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Machine, type MachineDraft, type MachineOs, machineOses } from './machine.ts'

const maxMachinesOfTenant = 200

/** The machines of all tenants. Each method concerns one tenant. */
export interface MachineStore {
  /** The tenant's machines, the demo machine first. Never empty. */
  list(tenantId: string): readonly Machine[]
  /** The tenant's machine of that id; `undefined` if there is none, or it is another tenant's. */
  find(tenantId: string, id: string): Machine | undefined
  /** Keeps a machine; `undefined` when the tenant already has 200. */
  add(tenantId: string, draft: MachineDraft): Promise<Machine | undefined>
}

/**
 * Stores machines in `machines.json` in a folder, which is created if missing.
 * @throws {Error} if the file exists and was not written by this function.
 */
export function createFileMachineStore(dataDir: string, now = () => new Date()): MachineStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'machines.json')
  let machines = readMachines(file)
  let lastWrite = Promise.resolve()

  const list = (tenantId: string): readonly Machine[] => [
    demoMachine(tenantId, now()),
    ...machines.filter((machine) => machine.tenantId === tenantId),
  ]

  return {
    list,
    find: (tenantId, id) => list(tenantId).find((machine) => machine.id === id),
    async add(tenantId, draft) {
      if (list(tenantId).length >= maxMachinesOfTenant) return undefined
      const machine: Machine = {
        id: randomUUID(),
        ...draft,
        status: 'online',
        tenantId,
        lastSeen: now(),
      }
      machines = [...machines, machine]
      // One write at a time, so that an older list never replaces a newer one.
      lastWrite = lastWrite.catch(() => undefined).then(() => writeAtomically(file, machines))
      await lastWrite
      return machine
    },
  }
}

const demoOses: Partial<Record<NodeJS.Platform, MachineOs>> = { darwin: 'macos', win32: 'windows' }

/** Every tenant has this computer as a machine, which is not stored. */
function demoMachine(tenantId: string, lastSeen: Date): Machine {
  const os = demoOses[process.platform] ?? 'linux'
  return { id: 'demo', name: 'demo', os, status: 'online', tenantId, lastSeen }
}

async function writeAtomically(file: string, machines: readonly Machine[]): Promise<void> {
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ machines }, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

function readMachines(file: string): readonly Machine[] {
  const text = readIfThere(file)
  if (text === undefined) return []
  try {
    const stored: unknown = JSON.parse(text, (key, value: unknown) =>
      key === 'lastSeen' && typeof value === 'string' ? new Date(value) : value,
    )
    if (isStored(stored)) return stored.machines
  } catch {
    // The error below covers both: invalid JSON, and JSON of another shape.
  }
  throw new Error(`${file} is damaged; repair it, or remove it to start with no machines.`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isStored(value: unknown): value is { readonly machines: readonly Machine[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'machines' in value &&
    Array.isArray(value.machines) &&
    value.machines.every(isMachine)
  )
}

function isMachine(value: unknown): value is Machine {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, os, tenantId, lastSeen } = value as Partial<Record<keyof Machine, unknown>>
  return (
    [id, name, tenantId].every((field) => typeof field === 'string') &&
    machineOses.some((known) => known === os) &&
    lastSeen instanceof Date
  )
}
