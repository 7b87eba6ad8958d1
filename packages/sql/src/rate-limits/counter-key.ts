import type { Limit } from '@gatehouse/auth-core/ports'

/** The key of a counter. JSON, so that no two pairs of a name and a key give the same text. */
export function counterKey({ name }: Limit, key: string): string {
  return JSON.stringify([name, key])
}
