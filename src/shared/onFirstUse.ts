/**
 * Returns a function that makes a value when it is first called, and returns that one from then on.
 * For what takes a start's time and is not needed by it.
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
