/**
 * Focuses an element after the current update is drawn: an element behind a closing dialog cannot get the
 * focus.
 */
export function focusSoon(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())
}
