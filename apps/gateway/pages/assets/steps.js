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
 * Runs `act` when the form is submitted, one run at a time, with the button that was pressed. A text
 * that `act` resolves to is told as the reason why it did not work, `{ done }` as what came of it.
 */
export function onSubmit(form, { busy, act }) {
  const status = form.querySelector('[role=status]')
  let running = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (running) return
    running = true
    markBusy(form, true)
    status.classList.remove('trouble')
    status.textContent = busy
    const told = await act(event.submitter)
    status.classList.toggle('trouble', typeof told === 'string')
    status.textContent = told?.done ?? told ?? ''
    markBusy(form, false)
    running = false
  })
}

/** Not `disabled`, which would take the focus away. */
function markBusy(form, isBusy) {
  for (const button of form.querySelectorAll('button[type=submit]')) {
    button.ariaDisabled = String(isBusy)
  }
}

/** Says under a field what is wrong with it and puts the focus there; an empty text takes it back. */
export function markField(input, text) {
  document.querySelector(`#${input.id}-error`).textContent = text
  input.ariaInvalid = text === '' ? null : 'true'
  if (text !== '') input.focus()
}
