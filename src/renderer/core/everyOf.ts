/**
 * Returns the values of a union, in the order given. Unlike a list, it does not compile if a value
 * is missing.
 */
export function everyOf<Value extends string>(values: Readonly<Record<Value, true>>): Value[] {
  return Object.keys(values) as Value[]
}
