import type { SettingName } from './setting-groups.ts'

/** A remark for the operator about one variable. Never holds the value of a secret. */
export interface Remark {
  /** The name of the variable. */
  readonly name: string
  /** A whole sentence that names the variable. */
  readonly message: string
}

/** A {@link Remark} from the end of a sentence that begins with the name. */
export function remark(name: SettingName, predicate: string): Remark {
  return { name, message: `${name} ${predicate}.` }
}
