/** In place of the core, which the example leaves to its reader. */
export { authenticate } from '../../testing/authenticate.ts'
