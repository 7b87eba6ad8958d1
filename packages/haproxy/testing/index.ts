/** For tests of the edge, here and around it: a real HAProxy. */
export * from './start-haproxy.ts'
