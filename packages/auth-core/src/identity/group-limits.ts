/** The largest number of groups that one person is given. */
export const maxGroups = 50

/** The largest number of characters in all of them: tokens carry groups, and requests carry tokens (T-42). */
const longestGroups = 2000

/** Whether these are more groups than one person is given, or have more characters in all. */
export function areTooManyGroups(groups: readonly string[]): boolean {
  return groups.length > maxGroups || groups.join('').length > longestGroups
}
