/** Where other proxies ask whether a request may pass. */
export const checkPath = '/api/auth/verify'

/** Whether a target is that address, or has it before the target that is asked about. */
export function isCheckTarget(target: string): boolean {
  if (!target.startsWith(checkPath)) return false
  const next = target[checkPath.length]
  return next === undefined || next === '?' || next === '/'
}
