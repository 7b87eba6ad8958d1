/** A computer that a tenant can open a terminal on. */
export interface Machine {
  /** Unique within the tenant. */
  readonly id: string
  readonly name: string
  readonly os: MachineOs
  readonly status: 'online'
  readonly tenantId: string
  readonly lastSeen: Date
}

/** A machine to add, as the client sent it. */
export interface MachineDraft {
  readonly name: string
  readonly os: MachineOs
}

/** The operating systems a machine may name. */
export const machineOses = ['linux', 'macos', 'windows'] as const

/** One of these. */
export type MachineOs = (typeof machineOses)[number]

/** A field that was refused, without the value that was sent. */
export interface FieldError {
  readonly field: string
  readonly rule: string
  readonly message: string
}

/** The draft, or every field error. */
export type ParsedMachineDraft =
  | { readonly ok: true; readonly draft: MachineDraft }
  | { readonly ok: false; readonly errors: readonly FieldError[] }

/** Reads the body of a request that adds a machine. `os` may be left out: `linux`. */
export function parseMachineDraft(body: unknown): ParsedMachineDraft {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse([{ field: '', rule: 'object', message: 'The body must be a JSON object.' }])
  }
  const name = 'name' in body ? cleanName(body.name) : undefined
  const os = 'os' in body ? machineOses.find((known) => known === body.os) : 'linux'
  if (name !== undefined && os !== undefined) return { ok: true, draft: { name, os } }
  return refuse([
    ...(name === undefined
      ? [{ field: 'name', rule: 'text', message: 'name must be a line of 1 to 64 characters.' }]
      : []),
    ...(os === undefined
      ? [{ field: 'os', rule: 'one_of', message: `os must be one of ${machineOses.join(', ')}.` }]
      : []),
  ])
}

function cleanName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim()
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(name) ? name : undefined
}

function refuse(errors: readonly FieldError[]): ParsedMachineDraft {
  return { ok: false, errors }
}
