/** The header of a request whose messages to PostgreSQL are written down. */
export const tripsHeader = 'x-count-trips'
