declare module 'swagger-ui-dist' {
  /** The folder with the viewer's files. */
  export function absolutePath(): string
}
