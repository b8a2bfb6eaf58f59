import type { AppError } from '../../../shared/errors.ts'
import { maxSubjectLength } from '../../../shared/limits.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import { inlineReferences } from './inlineReferences.ts'
import { countUnusual, plainSchema } from './plainSchema.ts'
import type { ReplyRequest, Tool } from '../reply.ts'

/** Tools and schemas that a model's service has refused. */
interface Refusals {
  /** True if it takes only plain schemas. */
  plain: boolean
  /** The names of the tools that it refuses as a whole. */
  names: ReadonlySet<string>
}

/** The tools of one request, of which more may be refused at each attempt. */
export interface ToolAttempt {
  /** Returns the request with the tools to send. */
  request: () => ReplyRequest
  /** Learns from a refusal. Returns true if the request can be sent again with other tools. */
  refuse: (failure: AppError) => boolean
  /** Remembers what was refused, once the service has taken the rest. Names it to the user. */
  accept: () => Warning[]
}

/** Refusals of single tools, after which all that are left go: a message is answered soon. */
const maxRefusals = 8
/** Longest description of a tool that OpenAI accepts, in characters. No service accepts less. */
const maxDescriptionLength = 1024

/**
 * Keeps, by model, which tools a service refuses: no tool may keep a message from being answered.
 * `plain` is true for a service that passes over what it does not know of a schema without a word.
 */
export function createToolRefusals({ plain = false } = {}): (request: ReplyRequest) => ToolAttempt {
  const nothing: Refusals = { plain, names: new Set() }
  const known = new Map<string, Refusals>()
  return (request) => {
    const given = request.tools ?? []
    let refusals = known.get(request.modelId) ?? nothing
    let refused = 0
    const kept = (): Tool[] => given.filter(({ name }) => !refusals.names.has(name))
    return {
      request: () =>
        given.length === 0
          ? request
          : { ...request, tools: kept().map((tool) => toSent(tool, refusals.plain)) },
      refuse(failure) {
        const next = refusedBy(failure, kept(), refusals)
        if (!next) return false
        refused += 1
        refusals = refused > maxRefusals ? without(next, kept()) : next
        return true
      },
      accept() {
        if (refusals !== nothing) known.set(request.modelId, refusals)
        return given
          .filter(({ name }) => refusals.names.has(name))
          .map(({ name }) => ({
            code: 'toolRefused',
            subject: name.slice(0, maxSubjectLength),
          }))
      },
    }
  }
}

function toSent({ name, description, parameters }: Tool, plain: boolean): Tool {
  if (!plain) return { name, description, parameters: inlineReferences(parameters) }
  const cut = description.slice(0, maxDescriptionLength).toWellFormed()
  return { name, description: cut, parameters: plainSchema(parameters) }
}

/** Adds what a failure refuses to what is known; `undefined` if it concerns no tool. */
function refusedBy(
  { details: { status, answer = '' } }: AppError,
  sent: readonly Tool[],
  known: Refusals,
): Refusals | undefined {
  if (sent.length === 0 || !isRefusal(status)) return undefined
  const named = [...new Set([...placesIn(answer).flatMap((index) => sent[index] ?? [])])]
  if (named.length === 0) named.push(...namedIn(answer, sent))
  if (named.length === 0) {
    const surplus = beyondLimit(answer, sent)
    if (surplus.length > 0) return without(known, surplus)
    const canBeBlamed = !known.plain && sent.some(hasReferences)
    if (!isAboutSchemas(answer) && !(canBeBlamed && isVague(answer))) return undefined
  }
  const canBePlainer = (named.length > 0 ? named : sent).some(isPlainer)
  if (!known.plain && canBePlainer && !isAboutName(answer)) return { ...known, plain: true }
  // Without a name, the tool with the most that a service could refuse is left out.
  const [strangest] = sent.toSorted((one, other) => strangeness(other) - strangeness(one))
  const left = named.length > 0 ? named : strangest ? [strangest] : []
  return left.length > 0 ? without(known, left) : undefined
}

function isRefusal(status: number | undefined): boolean {
  return status === 400 || status === 422 || status === 500
}

function without(known: Refusals, tools: readonly Tool[]): Refusals {
  return { ...known, names: new Set([...known.names, ...tools.map(({ name }) => name)]) }
}

function strangeness({ parameters }: Tool): number {
  return countUnusual(parameters) + JSON.stringify(parameters).length / 1_000_000
}

function isPlainer(tool: Tool): boolean {
  return JSON.stringify(toSent(tool, true)) !== JSON.stringify(toSent(tool, false))
}

/** Matches `tools[3]`, `tools.3`, `tools/3`, `function_declarations[3]`, `toolConfig.tools.3`. */
const place = /(?:\btools|function_?declarations|\bfunctions)(?:\[|\.|\/|['"], ?)(\d+)(\.member)?/gi

/** Returns the indices of the tools that a refusal points to. */
function placesIn(answer: string): number[] {
  const places = [...answer.matchAll(place)]
  // Gemini has all functions in its first tool: `tools[0].function_declarations[3]`.
  const inner = places.filter(([text]) => /declarations/i.test(text))
  const found = inner.length > 0 ? inner : places
  // AWS counts its members from 1.
  return found.map(([, index, member]) => Number(index) - (member === undefined ? 0 : 1))
}

/**
 * Refusals about calls that the model wrote or that were sent back: they say nothing about the
 * tools offered.
 */
const aboutCalls = /tool[ _]calls?\b|failed_generation|tool_use|tool_result|\bmessages[.[]\d/i

function namedIn(answer: string, sent: readonly Tool[]): Tool[] {
  if (aboutCalls.test(answer) || !/tool|function|schema/i.test(answer)) return []
  const quoted = sent.filter(({ name }) => isQuoted(answer, name))
  return quoted.length > 0 ? quoted : sent.filter(({ name }) => isCalledSo(answer, name))
}

/** Matches "for tool get_diagram, …", where no mark is around the name. */
function isCalledSo(answer: string, name: string): boolean {
  return new RegExp(`\\b(?:tool|function):? ${RegExp.escape(name)}(?![\\w-])`, 'i').test(answer)
}

function isQuoted(answer: string, name: string): boolean {
  return ['"', "'", '`', '\\"'].some((mark) => answer.includes(`${mark}${name}${mark}`))
}

/** The model takes no tools at all. */
const lacksTools =
  /not support(?: the)?(?: use of)? (?:tools?\b|function.?call)|(?:tools?|function.?call\w*)[`'"]?(?: use| calling)? (?:is|are) not (?:supported|enabled)/i

const grammar =
  /(?:parse|compile|convert|invalid|unsupported)[^.]{0,30}grammar|grammar[^.]{0,30}(?:error|fail|invalid|not support)|json schema conversion failed|unrecognized schema|xgrammar|outlines/i

function isAboutSchemas(answer: string): boolean {
  if (/response_format|text\.format|output_config|outputConfig/.test(answer)) return false
  if (aboutCalls.test(answer) || lacksTools.test(answer)) return false
  if (/\$ref|\$defs|function_?declarations|input_?schema/i.test(answer)) return true
  // llama.cpp, vLLM and xAI make a grammar of the schemas, and don't say what for.
  if (grammar.test(answer)) return true
  if (/schema (?:reference|produces a constraint)|schemas? (?:is|are) too /i.test(answer))
    return true
  return (
    /\btools?\b|function|grammar/i.test(answer) &&
    /schema|\bparameters\b|properties|\bitems\b|oneOf|anyOf|allOf|additionalProperties|\bconst\b/.test(
      answer,
    )
  )
}

/**
 * Recognizes errors of services that fail over a recursive schema, whose references can't be
 * written out. Gemini only says that there is an invalid argument.
 */
function isVague(answer: string): boolean {
  return /recurs|circular|cyclic|request contains an invalid argument/i.test(answer)
}

function hasReferences(tool: Tool): boolean {
  return JSON.stringify(toSent(tool, false).parameters).includes('"$ref":')
}

/** A plainer schema does not make a name good. */
function isAboutName(answer: string): boolean {
  return /\.name\b|function name|tool name|duplicate/i.test(answer)
}

/** Returns the tools over the number that a refusal allows. */
function beyondLimit(answer: string, sent: readonly Tool[]): readonly Tool[] {
  if (!/\btools?\b|functions?/i.test(answer)) return []
  if (!/too (?:many|long)|at most|maximum|exceed|no more than/i.test(answer)) return []
  const numbers = answer.match(/(?<![\w.[])\d+(?![\w.\]])/g) ?? []
  const limits = numbers.map(Number).filter((number) => number > 0 && number < sent.length)
  return limits.length > 0 ? sent.slice(Math.max(...limits)) : []
}
