/** The passwords that everybody tries first. */
export interface PasswordBlocklist {
  /** Whether the password is on the list, as it is or in lower case. */
  has(password: string): boolean
}
