import { createHash } from 'node:crypto'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { faultCodes, type FindingCode } from '../../../shared/fineTuning/findingCodes.ts'
import type { Finding, SetReport } from '../../../shared/fineTuning/findings.ts'
import { isObject, parseJson, type JsonObject } from '../../../shared/json.ts'
import { checkExample, type SetMethod } from './checkExample.ts'
import { findPrivate } from './findPrivate.ts'
import { createNearDuplicates } from './nearDuplicates.ts'
import { readLines } from './readLines.ts'

/** Services want at least so many examples. */
const minExamples = 10
/** The most tokens of an example for OpenAI's models; what is longer is cut at its end. */
const maxExampleTokens = 65_536
/** Tokens that a message costs besides its text. */
const messageTokens = 4
/** Findings of each kind that the report names. */
const maxNamed = 5

const faults: ReadonlySet<FindingCode> = new Set(faultCodes)

/** A checked file. */
export interface CheckedSet {
  report: SetReport
  /** The number of each example's line. */
  lines: number[]
  /** The group of each example, by its index: duplicates and near duplicates share one. */
  groups: number[]
  /** The indexes of the examples that say the same as an earlier one. */
  repeats: Set<number>
}

/** Reads a training set once, and checks every line as a service would. Never fails for its content. */
export async function checkSet(path: string): Promise<CheckedSet> {
  const findings = new Map<FindingCode, Finding[]>()
  const counts = new Map<FindingCode, number>()
  const near = createNearDuplicates()
  /** The index of the first example with the same content. */
  const byHash = new Map<string, number>()
  const lines: number[] = []
  const groups: number[] = []
  const repeats = new Set<number>()
  const methods = new Set<SetMethod>()
  const sums = { bytes: 0, tokens: 0, longestTokens: 0 }

  function report(code: FindingCode, line: number | null, field = '', value = ''): void {
    const seen = counts.get(code) ?? 0
    counts.set(code, seen + 1)
    if (seen >= maxNamed) return
    const named = findings.get(code) ?? []
    findings.set(code, [...named, { code, line, field: field.slice(0, 200), value }])
  }

  function group(example: JsonObject, ownText: string, line: number): void {
    const index = lines.push(line) - 1
    groups.push(index)
    const hash = createHash('sha256').update(canonical(example)).digest('base64')
    const same = byHash.get(hash)
    const alike = near.add(ownText)
    if (same !== undefined) {
      repeats.add(index)
      groups[index] = groups[same] ?? same
      report('duplicate', line, '', String(lines[same]))
      return
    }
    byHash.set(hash, index)
    if (alike === undefined) return
    groups[index] = groups[alike] ?? alike
    report('nearDuplicate', line, '', String(lines[alike]))
  }

  for await (const { number, text } of readLines(path)) {
    if (text === undefined) {
      report('notUtf8', number)
      continue
    }
    const hasMark = number === 1 && text.startsWith('\ufeff')
    if (hasMark) report('byteOrderMark', null)
    const line = hasMark ? text.slice(1) : text
    if (line.trim() === '') continue
    sums.bytes += Buffer.byteLength(line) + 1
    const example = parseJson(line)
    if (!isObject(example)) {
      report('notObject', number)
      continue
    }
    const { method, texts, ownTexts } = checkExample(example, (code, field, value) =>
      report(code, number, field, value),
    )
    if (methods.size === 1 && !methods.has(method)) report('mixed', number)
    methods.add(method)
    const tokens = texts.reduce((sum, said) => sum + estimateTextTokens(said) + messageTokens, 0)
    sums.tokens += tokens
    sums.longestTokens = Math.max(sums.longestTokens, tokens)
    if (tokens > maxExampleTokens) report('tooLong', number, '', String(tokens))
    for (const { code, value } of texts.flatMap(findPrivate)) report(code, number, '', value)
    group(example, ownTexts.join('\n'), number)
  }
  if (lines.length < minExamples) report('tooFew', null, '', String(lines.length))
  const all = [...counts]
  return {
    lines,
    groups,
    repeats,
    report: {
      ...sums,
      examples: lines.length,
      method: methods.has('dpo') ? 'dpo' : 'supervised',
      faults: all.reduce((sum, [code, number]) => sum + (faults.has(code) ? number : 0), 0),
      counts: Object.fromEntries(all),
      findings: [...findings.values()].flat(),
      duplicates: repeats.size,
      isNearCut: near.isCut(),
    },
  }
}

/** Returns the JSON of a value with the keys of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
