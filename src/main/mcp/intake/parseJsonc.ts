import { parseJson } from '../../../shared/json.ts'

/** Strings stay; comments, and commas before a closing bracket, go. */
const tokens =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[\]}])/g

/** Parses JSON that may have comments, as editors write it. Returns undefined for invalid text. */
export function parseJsonc(text: string): unknown {
  return (
    parseJson(text) ?? parseJson(text.replace(tokens, (token) => (token[0] === '"' ? token : '')))
  )
}
