export type { ApiDocument, ApiOperation, ApiSchema } from './api-document.ts'
export { type ErrorEntry, errorsPage } from './errors-page.ts'
export { referencePage } from './reference-page.ts'
export { whatToDo } from './what-to-do.ts'
