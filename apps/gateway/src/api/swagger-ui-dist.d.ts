declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder with the viewer's files. */
  function absolutePath(): string
  export = absolutePath
}
