/** A page is a row of sections, its steps, of which one is shown. */

/** Shows the first step; the focus stays where the browser puts it. */
export function startWith(id) {
  for (const section of document.querySelectorAll('main > section')) {
    section.hidden = section.id !== id
  }
  const heading = document.querySelector(`#${id} h1`)
  document.title = `${heading.textContent} · Gatehouse`
  return heading
}

/** Shows another step and puts the focus on its heading, so that it is read aloud. */
export function goTo(id) {
  startWith(id).focus()
}

/**
 * Runs `act` when the form is submitted, one run at a time. What `act` resolves to, if anything, is
 * told as the reason why it did not work.
 */
export function onSubmit(form, { busy, act }) {
  const button = form.querySelector('button[type=submit]')
  const status = form.querySelector('[role=status]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Not `disabled`, which would take the focus away.
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    status.classList.remove('trouble')
    status.textContent = busy
    const trouble = await act()
    status.classList.toggle('trouble', trouble !== undefined)
    status.textContent = trouble ?? ''
    button.ariaDisabled = 'false'
  })
}

/** Says under a field what is wrong with it and puts the focus there; an empty text takes it back. */
export function markField(input, text) {
  document.querySelector(`#${input.id}-error`).textContent = text
  input.ariaInvalid = text === '' ? null : 'true'
  if (text !== '') input.focus()
}
