import { valuesOf } from './columns.ts'
import type { StoredBatch } from './batchTable.ts'

const variable = /\{\{([^{}]+)\}\}/g

/** Returns the different names within `{{ }}`, in order, without spaces at their ends. */
export function variablesIn(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(usesIn))]
}

/** Returns the name of each variable of a text, as often as it stands there. */
export function usesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name.trim())
}

/** Returns a text without its variables. */
export function withoutVariables(text: string): string {
  return text.replaceAll(variable, '')
}

/** Puts the values into a text in a single pass: a value may look like a variable. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variable, (whole, name: string) => values.get(name.trim()) ?? whole)
}

/** Returns the texts of a row's request. `cells` are the row's, as they are stored. */
export function fillRow(
  {
    format,
    columns,
    system,
    prompt,
  }: Pick<StoredBatch, 'format' | 'columns' | 'system' | 'prompt'>,
  cells: string,
): { system: string; prompt: string } {
  const values = valuesOf(format, columns, cells)
  return { system: fillPrompt(system, values), prompt: fillPrompt(prompt, values) }
}
