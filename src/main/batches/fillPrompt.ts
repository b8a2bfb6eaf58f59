const variable = /\{\{([^{}]+)\}\}/g

/** Returns the different names within `{{ }}`, in order, without spaces at their ends. */
export function variablesIn(...texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(variable)].map(([, name]) => name ?? ''))
  return [...new Set(found.map((name) => name.trim()))]
}

/** Puts the values into a text in a single pass: a value may look like a variable. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variable, (whole, name: string) => values.get(name.trim()) ?? whole)
}
