/** The names of a table's columns. The last one has what can be done, and its name is not seen. */
export function TableHead({
  columns,
  actions,
}: {
  readonly columns: readonly string[]
  readonly actions: string
}) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">
          <span class="unseen">{actions}</span>
        </th>
      </tr>
    </thead>
  )
}
