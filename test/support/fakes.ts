/** The object with some of its members replaced, such as a store with one method that fails. */
export function replaceMembers<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A fake with these members only: reading any other one fails the test. */
export function fakeOf<T extends object>(members: Partial<T>): T {
  return new Proxy(members as T, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name)
      throw new Error(`The fake has no ${name}.`)
    },
  })
}
