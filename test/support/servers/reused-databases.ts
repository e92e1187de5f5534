import { type PostgresServer, runSql } from './postgres.ts'

/** Copies of the rows that a new database has. */
const keepInitialRows = `
  create schema initial;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table initial.%1$I as table public.%1$I', name);
    end loop;
  end $$`

/** Without foreign keys and triggers, so that the order of the tables does not matter. */
const restoreInitialRows = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', name);
      execute format('insert into public.%1$I overriding system value table initial.%1$I', name);
    end loop;
  end $$`

export type ReusedDatabases = {
  /** The address of a database with the rows of a new one. */
  take: () => Promise<string>
  /** Returns it for reuse: nobody may be connected to it. */
  release: (address: string) => Promise<void>
}

/** Databases for tests that need an empty one each: creating one takes far longer than emptying it. */
export function reusedDatabases(server: PostgresServer): ReusedDatabases {
  const free: string[] = []
  return {
    take: async () => {
      const address = free.pop()
      if (address !== undefined) return address
      const made = await server.newDatabase()
      await runSql(made, keepInitialRows)
      return made
    },
    release: async (address) => {
      await runSql(address, restoreInitialRows)
      free.push(address)
    },
  }
}
