/** Lets one process of the instance at a time do what need not be done by several. */
export interface Elections {
  /**
   * Runs `work`, and gives what it gives, unless another process of the instance is running the work of this name: then
   * it resolves with undefined. `signal` aborts when another process may begin, because the lock was lost. A name may end in
   * a colon and what it is done to, which metrics leave out.
   */
  runAlone<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

/** For an instance of one process: it is always the one. */
export class LocalElections implements Elections {
  runAlone<T>(_name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return work(new AbortController().signal)
  }
}
