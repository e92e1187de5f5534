import type { CatalogueChanges, ChangeFeed, ChangeSubscriber } from '#src/catalogue/change-feed.ts'
import { fakeOf } from '../fakes.ts'

/** A feed that a test drives by hand. */
export function fakeFeed() {
  const subscribers = new Set<ChangeSubscriber>()
  let pending: Promise<void> | null = null
  const feed = fakeOf<ChangeFeed>({
    current: () => pending,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  })
  return {
    feed,
    setPending: (next: Promise<void> | null): void => {
      pending = next
    },
    tell: (changes: Partial<CatalogueChanges>): void => {
      const position = { epoch: 'test', version: 1 }
      for (const subscriber of subscribers)
        void subscriber({ gifs: [], categories: false, all: false, position, ...changes })
    },
  }
}
