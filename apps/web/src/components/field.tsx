import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { messages } from '../messages/current-messages.ts'
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
  /** The values and mistakes of the form. */
  readonly fields: Fields<Name>
  /** The field of them that this is; also the `name` and `id` of the input. */
  readonly name: Name
  /** What is asked for. */
  readonly label: ComponentChildren
  /** A rule to know before typing; none unless given. */
  readonly hint?: string
  /** `text` unless given. A password can be shown. */
  readonly type?: 'text' | 'email' | 'password'
  /** What password managers and autofill go by (HTML standard, autofill detail tokens). */
  readonly autocomplete: Autofill
  /** Asks for the keyboard of digits on a touch screen. */
  readonly inputMode?: 'numeric'
  /** More classes for the frame of the field. */
  readonly class?: string
  /** Given for what may stay empty. */
  readonly optional?: true
  /** What belongs to the field and stands below it. */
  readonly children?: ComponentChildren
}

/** A field with its label, its hint and what is wrong with it. A password can be shown. */
export function Field<Name extends string>(props: FieldProps<Name>) {
  const { fields, name, label, hint, type = 'text' } = props
  const id = fields.idOf(name)
  const shown = useSignal(false)
  const hasCapsLock = useSignal(false)
  const error = fields.errors.value[name] ?? ''
  const isPassword = type === 'password'
  // The types of Preact want to know at once whether it is a password.
  const kind = { type: isPassword && shown.value ? 'text' : type } as { readonly type: 'text' }
  return (
    <div class={`field ${props.class ?? ''}`}>
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          id={id}
          name={name}
          {...kind}
          value={fields.values.value[name]}
          autocomplete={props.autocomplete}
          inputMode={props.inputMode}
          autocapitalize="none"
          spellcheck={false}
          required={!props.optional}
          aria-invalid={error === '' ? undefined : 'true'}
          aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
          onInput={(event) => fields.set(name, event.currentTarget.value)}
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

/** Shows what is typed into a password field, or hides it again. */
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
