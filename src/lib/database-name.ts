/** What the file of the database is called in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'
