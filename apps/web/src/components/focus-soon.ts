/**
 * Puts the focus on an element once what is under way has been drawn: behind a dialog that is just
 * being closed nothing can have it.
 */
export function focusSoon(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())
}
