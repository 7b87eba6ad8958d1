/** What a gateway is started with so that its clock is wrong by so many milliseconds. */
export function clockShiftedBy(milliseconds: number): Readonly<Record<string, string>> {
  const module = new URL('./shift-clock.ts', import.meta.url)
  return { NODE_OPTIONS: `--import=${module.href}`, CLOCK_SHIFT_MS: String(milliseconds) }
}
