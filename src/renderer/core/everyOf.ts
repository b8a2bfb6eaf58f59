/**
 * Returns the values of a union, in the order given. A value that is left out does not compile,
 * where a list of values would show all but one.
 */
export function everyOf<Value extends string>(values: Readonly<Record<Value, true>>): Value[] {
  return Object.keys(values) as Value[]
}
