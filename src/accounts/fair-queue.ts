/** A queue of groups that take turns: whoever joins waits for one item of each other group, not for all of them. */
export class FairQueue<Item> {
  /** The group whose turn is next comes first. No group is empty. */
  readonly #groups = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many items of `group` wait. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0
  }

  add(group: string, item: Item): void {
    const items = this.#groups.get(group)
    if (items === undefined) this.#groups.set(group, [item])
    else items.push(item)
    this.#size++
  }

  /** Takes the next item out; undefined when none waits. */
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
