import type { Limit } from '@gatehouse/auth-core/ports'

/** One text for both, so that no name and key run into another pair. */
export function counterKey({ name }: Limit, key: string): string {
  return JSON.stringify([name, key])
}
