import type { SettingName } from './setting-groups.ts'

/** Something to tell the operator about one variable. Never holds the value of a secret. */
export interface Finding {
  readonly name: string
  /** A whole sentence that names the variable. */
  readonly message: string
}

/** A {@link Finding} from the end of a sentence that begins with the name. */
export function finding(name: SettingName, predicate: string): Finding {
  return { name, message: `${name} ${predicate}.` }
}
