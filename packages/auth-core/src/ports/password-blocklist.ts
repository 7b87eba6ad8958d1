/** The most common passwords, which are guessed first. Does no I/O. */
export interface PasswordBlocklist {
  /** Whether the password is on the list, as it is or in lower case. */
  has(password: string): boolean
}
