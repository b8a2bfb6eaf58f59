const placeholderPattern = /\{([^{}]+)\}/g

/** Returns the names in braces that a preset's address leaves to the user, each once. */
export function placeholdersIn(address: string): string[] {
  return [...new Set(Array.from(address.matchAll(placeholderPattern), (match) => match[1] ?? ''))]
}

/** Returns the address with every placeholder filled in; undefined while one is empty. */
export function fillPlaceholders(
  address: string,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const complete = placeholdersIn(address).every((name) => values[name]?.trim())
  if (!complete) return undefined
  return address.replace(placeholderPattern, (_match, name: string) =>
    encodeURIComponent((values[name] ?? '').trim()),
  )
}
