/** A queue whose groups take turns: a new item waits for one item of each other group, not for all of their items. */
export class FairQueue<Item> {
  /** The group with the next turn comes first. No group is empty. */
  readonly #groups = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of waiting items of `group`. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0
  }

  add(group: string, item: Item): void {
    const items = this.#groups.get(group)
    if (items === undefined) this.#groups.set(group, [item])
    else items.push(item)
    this.#size++
  }

  /** Removes and returns the next item; undefined when none waits. */
  take(): Item | undefined {
    const [next] = this.#groups
    if (next === undefined) return undefined
    const [group, items] = next
    const item = items.shift()
    this.#groups.delete(group)
    if (items.length > 0) this.#groups.set(group, items)
    this.#size--
    return item
  }
}
