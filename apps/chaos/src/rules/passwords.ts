import { checkEach, type Rule } from './rule.ts'

/** One password of each person works: the new one, where that was promised. */
export const onePasswordWorks: Rule = ({ passwords }) =>
  checkEach(passwords, ({ username, promised, works }) => {
    const [only] = works
    if (works.length === 1 && only !== undefined && promised.includes(only)) return false
    return `of the passwords of ${username} ${works.join(' and ') || 'none'} work, and not one of ${promised.join(', ')}`
  })
