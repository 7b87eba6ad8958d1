/** For tests of code that uses settings. */
export { settingsOf } from './read.ts'
