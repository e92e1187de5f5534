/** Lets one process of the instance at a time do work that is not needed twice. */
export interface Elections {
  /**
   * Runs `work` and returns its result, unless another process of the instance is running the work of this name: then
   * it resolves to undefined. `signal` aborts when another process may begin, because the lock was lost. A name may end
   * in a colon and the object of the work, which metrics omit.
   */
  runAlone<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

/** Elections for an instance of one process, which always wins. */
export class LocalElections implements Elections {
  runAlone<T>(_name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return work(new AbortController().signal)
  }
}
