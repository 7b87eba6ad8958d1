import type { Signal } from '@preact/signals'

/** Of some ways the person takes one. */
export interface OptionsProps<Value extends string> {
  /** The `name` of the inputs, another one for each group on a page. */
  readonly name: string
  /** What is asked. */
  readonly legend: string
  /** Given where the legend is for screen readers alone. */
  readonly isLegendUnseen?: true
  /** Of each its value, what it is called, and what it means. */
  readonly options: readonly (readonly [value: Value, name: string, hint: string])[]
  /** The value that is taken. */
  readonly taken: Signal<Value>
}

/** A group of radio buttons, each with what it means. */
export function Options<Value extends string>(props: OptionsProps<Value>) {
  const { name: group, legend, isLegendUnseen, options, taken } = props
  return (
    <fieldset>
      <legend class={isLegendUnseen && 'unseen'}>{legend}</legend>
      <div class="options">
        {options.map(([value, name, hint]) => (
          <label key={value}>
            <input
              type="radio"
              name={group}
              checked={taken.value === value}
              onChange={() => {
                taken.value = value
              }}
            />
            <span>
              <strong>{name}</strong>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
