import { isObject, type JsonObject } from '../json.ts'

/** The arguments of a call in the one form in which they are shown, compared and sent. */
export interface CanonicalArguments {
  /** JSON without white space. `JSON.stringify(input)` is the same text. */
  text: string
  input: JsonObject
}

/** A sentence for the model on why a call's arguments can't be used. */
export interface ArgumentsProblem {
  problem: string
  /** True for valid JSON that would reach the tool as something else than was written. */
  isAltered: boolean
}

const maxDepth = 200
const maxQuotedLength = 80
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Returns the canonical form of arguments that a model or the user wrote, or what is wrong with
 * them. Blank text stands for no arguments. Refuses what JavaScript can't read and write again
 * without a change: numbers that would be rounded, two values under one name, the name
 * `__proto__`, halves of surrogate pairs, more than 200 levels.
 */
export function canonicalArguments(text: string): CanonicalArguments | ArgumentsProblem {
  if (text.trim() === '') return { text: '{}', input: {} }
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return notAnObject
  }
  if (!isObject(input)) return notAnObject
  const alteration = findAlteration(text)
  if (alteration !== undefined) return { problem: alteration, isAltered: true }
  return { text: JSON.stringify(input), input }
}

const notAnObject: ArgumentsProblem = {
  problem: 'The arguments are not a JSON object.',
  isAltered: false,
}

/** Returns what in a valid JSON text would be read as something else; undefined for nothing. */
function findAlteration(text: string): string | undefined {
  /** The names of each open object so far; null for a list. */
  const open: (Set<string> | null)[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '"') {
      const end = endOfString(text, at)
      const problem = stringProblem(text.slice(at, end), nameSetAt(text, end, open))
      if (problem !== undefined) return problem
      at = end
    } else if (character === '-' || isDigit(character)) {
      numberToken.lastIndex = at
      const [token] = numberToken.exec(text) ?? [character]
      if (!isExact(token)) return numberProblem(token)
      at += token.length
    } else {
      if (character === '{') open.push(new Set())
      if (character === '[') open.push(null)
      if (character === '}' || character === ']') open.pop()
      if (open.length > maxDepth) {
        return `The arguments have more than ${String(maxDepth)} levels.`
      }
      at += 1
    }
  }
  return undefined
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

/** Index just past the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Returns the names beside a string that is a name itself; undefined for a value. */
function nameSetAt(
  text: string,
  end: number,
  open: readonly (Set<string> | null)[],
): Set<string> | undefined {
  let at = end
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':' ? (open.at(-1) ?? undefined) : undefined
}

function stringProblem(quoted: string, names: Set<string> | undefined): string | undefined {
  // `\u0061` is the same name as `a`.
  const value = String(JSON.parse(quoted))
  if (!value.isWellFormed()) {
    return `The arguments hold half a character: ${cut(JSON.stringify(value))}`
  }
  if (!names) return undefined
  if (value === '__proto__') return 'An argument can’t be named __proto__.'
  if (names.has(value)) {
    return `The arguments have two values under one name: ${cut(JSON.stringify(value))}`
  }
  names.add(value)
  return undefined
}

function numberProblem(token: string): string {
  return `The number ${cut(token)} would be sent as ${String(Number(token))}. Write it as a text if the tool takes one, or with fewer digits.`
}

function cut(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`
}

/** Tells whether a number keeps its value when it is read as a double and written again. */
function isExact(token: string): boolean {
  const value = Number(token)
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  // Beyond 2^53 several whole numbers are read as one.
  if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value)
  return decimalOf(token) === decimalOf(String(value))
}

/** Returns a number's digits without zeros around them, and its power of ten. */
function decimalOf(token: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = trimZeros(digits)
  if (significant === '') return '0'
  const exponent = Number(power) - fraction.length + digits.length - significant.length
  return `${sign}${significant}e${String(exponent)}`
}

/** Not by a pattern: `0+$` takes quadratic time for many zeros before another digit. */
function trimZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
