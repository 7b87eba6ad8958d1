/** The most common passwords, which attackers guess first. Does no I/O. */
export interface PasswordBlocklist {
  /** Whether the list has the password, as typed or in lower case. */
  has(password: string): boolean
}
