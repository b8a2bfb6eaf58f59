/** Returns a value as JSON whose text does not depend on the order of fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, given: unknown) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : given,
  )
}
