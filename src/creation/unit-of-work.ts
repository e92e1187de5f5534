import type { CatalogueWriter } from '../catalogue/catalogue-store.ts'
import type { ClaimedTasks } from './task-queue.ts'

/** What is written in one transaction: all of it or, where `work` throws, nothing. */
export interface UnitOfWork {
  inTransaction<T>(
    work: (stores: { catalogue: CatalogueWriter; tasks: ClaimedTasks }) => Promise<T>,
  ): Promise<T>
}
