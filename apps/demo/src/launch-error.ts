/** Why the demo cannot start or go on, in one sentence for the person at the terminal. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}
