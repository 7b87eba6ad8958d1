/** The statement that lifts the time limit of a transaction's statements, on server and client. */
export const noStatementTimeout = 'set local statement_timeout = 0'
