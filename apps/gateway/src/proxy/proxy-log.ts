/** What the proxy tells the operator. A pino logger is one. Fields never hold a token or a query. */
export interface ProxyLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}
