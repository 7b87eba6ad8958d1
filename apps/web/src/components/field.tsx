import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { messages } from '../messages/current-messages.ts'
import { useControl } from './controls.ts'
import type { Fields } from './fields.ts'

type Autofill =
  | 'current-password'
  | 'email'
  | 'family-name'
  | 'given-name'
  | 'new-password'
  | 'nickname'
  | 'off'
  | 'one-time-code'
  | 'organization'
  | 'username'

/** One labelled input of a form. */
export interface FieldProps<Name extends string> {
  /** The values and errors of the form. */
  readonly fields: Fields<Name>
  /** The name of this field; also the `name` and `id` of the input. */
  readonly name: Name
  /** The label of the field. */
  readonly label: ComponentChildren
  /** A rule to know before typing; none unless given. */
  readonly hint?: string
  /** `text` unless given. A password can be shown. */
  readonly type?: 'text' | 'email' | 'password'
  /** The hint for password managers and autofill (HTML standard, autofill detail tokens). */
  readonly autocomplete: Autofill
  /** Shows the keyboard of digits on a touch screen. */
  readonly inputMode?: 'numeric'
  /** The error of a value, told when the person goes on to another field; `undefined` if there is none. */
  readonly check?: (value: string) => string | undefined
  /** Called whenever something is typed, pasted or filled in. */
  readonly onValue?: (input: HTMLInputElement) => void
  /** Additional classes for the frame of the field. */
  readonly class?: string
  /** Set for a field that may stay empty. */
  readonly optional?: true
  /** Content below the field. */
  readonly children?: ComponentChildren
}

/** A field with its label, its hint and its error. A password can be shown. */
export function Field<Name extends string>(props: FieldProps<Name>) {
  const { fields, name, label, hint, type = 'text' } = props
  const id = fields.idOf(name)
  const control = useControl<HTMLInputElement, Name>(fields, name)
  const shown = useSignal(false)
  const hasCapsLock = useSignal(false)
  const error = fields.errors.value[name] ?? ''
  const isPassword = type === 'password'
  // Preact's types need to know the type in advance.
  const kind = { type: isPassword && shown.value ? 'text' : type } as { readonly type: 'text' }
  return (
    <div
      class={`field ${props.class ?? ''}`}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!goesToAnother(currentTarget, relatedTarget)) return
        const value = control.current?.value ?? ''
        if (value.trim() !== '') fields.tell(name, props.check?.(value))
      }}
    >
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          ref={control}
          id={id}
          name={name}
          {...kind}
          autocomplete={props.autocomplete}
          inputMode={props.inputMode}
          autocapitalize="none"
          spellcheck={false}
          required={!props.optional}
          aria-invalid={error === '' ? undefined : 'true'}
          aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
          onInput={({ currentTarget }) => {
            fields.set(name, currentTarget.value)
            props.onValue?.(currentTarget)
          }}
          onKeyUp={(event) => {
            hasCapsLock.value = isPassword && event.getModifierState('CapsLock')
          }}
        />
        {isPassword && <Peek id={id} shown={shown} />}
      </div>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {isPassword && (
        <p class="hint" role="status">
          {hasCapsLock.value && messages.capsLock}
        </p>
      )}
      {props.children}
      <p id={`${id}-error`} class="field-error">
        {error}
      </p>
    </div>
  )
}

/**
 * Whether the focus leaves a field for another one. A check on the way to a button would move the button
 * away from the pointer.
 */
function goesToAnother(field: Element, target: EventTarget | null): boolean {
  const next = target instanceof Element ? target.closest('.field') : null
  return next !== null && next !== field
}

/** Shows the text of a password field, or hides it again. */
function Peek({ id, shown }: { readonly id: string; readonly shown: Signal<boolean> }) {
  return (
    <button
      type="button"
      class="quiet peek"
      aria-controls={id}
      onClick={() => {
        shown.value = !shown.value
      }}
    >
      {shown.value ? messages.hide : messages.show}
      <span class="unseen"> {messages.password}</span>
    </button>
  )
}
