import { parseJson } from '../../shared/json.ts'

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON as Python writes it, with `NaN`, `Infinity` and `-Infinity`, which become null. Returns
 * undefined for invalid text.
 */
export function parsePythonJson(text: string): unknown {
  const json = parseJson(text)
  if (json !== undefined || !/NaN|Infinity/.test(text)) return json
  return parseJson(
    text.replaceAll(textOrNumber, (found) => (found.startsWith('"') ? found : 'null')),
  )
}
