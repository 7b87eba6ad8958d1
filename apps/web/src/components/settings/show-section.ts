/** Scrolls to a part of a long page, and focuses its heading. @param id The id of the heading. */
export function showSection(id: string): void {
  const heading = document.querySelector<HTMLElement>(`#${id}`)
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView()
}
