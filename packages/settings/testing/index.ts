/** For tests of what goes by settings. */
export { settingsOf } from './read.ts'
