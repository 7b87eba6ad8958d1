/** Whether a host, as `URL.hostname` has it, is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
