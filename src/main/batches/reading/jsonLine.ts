import { isObject } from '../../../shared/json.ts'

/** The text behind a value while it is parsed, which keeps the digits of long numbers. */
interface Source {
  source?: string
}
type Revive = (key: string, value: unknown, context: Source) => unknown
/** TypeScript's own declarations do not have the context yet. */
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown

/** A number as its digits stand in the file. */
class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): unknown {
    return rawJson(this.text)
  }
}
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown }

/**
 * Returns the fields of a JSON object in one line, in their order: a text as it is, any other value
 * as JSON. Undefined if the line is no such object.
 */
export function parseLine(line: string): [title: string, value: string][] | undefined {
  let parsed: unknown
  try {
    parsed = parseWith(line, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined ? new Digits(source) : value,
    )
  } catch {
    return undefined
  }
  if (!isObject(parsed) || parsed instanceof Digits) return undefined
  return Object.entries(parsed).map(([title, value]) => [title, shownValue(value)])
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}
