import { useEffect, useRef } from 'preact/hooks'
import { digitsOf, isCode } from '../flow/input-checks.ts'
import { Field, type FieldProps } from './field.tsx'

/**
 * The field for a code from a mail. It sends its form as soon as six digits are in it, typed, pasted or filled
 * in, but never the same ones twice: those are sent by the button. A wrong code is selected, so that typing
 * replaces it.
 */
export function CodeField<Name extends string>(
  props: Pick<FieldProps<Name>, 'fields' | 'name' | 'label' | 'hint'>,
) {
  const sent = useRef('')
  const { fields, name } = props
  const error = fields.errors.value[name]
  useEffect(() => {
    if (error) fields.select(name)
  }, [error])
  return (
    <Field
      {...props}
      autocomplete="one-time-code"
      inputMode="numeric"
      class="code"
      onValue={({ value, form }) => {
        const digits = digitsOf(value)
        if (!isCode(digits) || digits === sent.current) return
        sent.current = digits
        form?.requestSubmit()
      }}
    />
  )
}
