import type { Warning } from '../../../shared/parts.ts'
import type { ReplyRequest, TurnPart } from '../provider.ts'

/** What a server understands beyond the common ground; learnt from its refusals. */
export interface Dialect {
  /** Whether `stream_options` may be sent, which asks for the count of tokens. */
  streamUsage: boolean
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
  /** Whether what was thought before a call goes back with it, as `reasoning_content`. */
  reasoningFeedback: boolean
}

export const plainDialect: Dialect = {
  streamUsage: true,
  outputLimitField: 'max_tokens',
  reasoningFeedback: false,
}

/** Options of a request that a model may refuse, and is asked without from then on. */
export const refusableOptions = [
  'reasoningItems',
  'effort',
  'reasoningSummary',
  'encryptedReasoning',
  'answerFormat',
  'parallelTools',
  'tools',
  'files',
] as const
export type RefusableOption = (typeof refusableOptions)[number]

/** What is said of a single file, rather than of all of them. */
const unusable = /formats?\b|corrupt|too (?:large|many|big)|could not be (?:read|downloaded)/i

export type Refused = ReadonlySet<RefusableOption>

/** The words by which a refusal names an option. */
const namedBy: Record<RefusableOption, RegExp> = {
  reasoningItems:
    /encrypted content (?:for|could)|invalid_encrypted|item with id|'reasoning' was provided/i,
  effort: /reasoning[_.]effort|reasoning\.effort|\beffort\b|'reasoning'|"reasoning"|\bthinking\b/i,
  reasoningSummary: /reasoning\.summary|\bsummary\b|summaries|organization must be verified/i,
  encryptedReasoning: /encrypted content is not|reasoning\.encrypted_content|'include'|"include"/i,
  answerFormat: /response_format|json_schema|text\.format|structured output/i,
  parallelTools: /parallel_tool_calls/i,
  // That a call or a picture of a kind is wrong must not be taken for a model that takes none.
  tools:
    /(?:\btools?\b|tool_choice|function.call).*(?:support|not enabled|requires? --)|support.*(?:\btools?\b|tool use|function.call)/is,
  files:
    /(?:image|vision|file|audio|pdf|multi-?modal)\S*[^.]*(?:not (?:\w+ )?support|only supported|not enabled|not allowed)|(?:not (?:\w+ )?support|that support)[^.]*(?:image|vision|file|audio|pdf|multi-?modal)|not a (?:multi-?modal|vision)|unknown variant|content must be a string|missing data required for image/is,
}

/** The dialect to try after a refusal, or undefined where the refusal is about something else. */
export function adaptDialect(
  dialect: Dialect,
  status: number | undefined,
  answer: string,
): Dialect | undefined {
  if (status !== 400 && status !== 422) return undefined
  if (dialect.streamUsage && /stream_options|include_usage/.test(answer)) {
    return { ...dialect, streamUsage: false }
  }
  const { outputLimitField } = dialect
  const other = outputLimitField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  // A limit that is only too high is no matter of the field's name.
  const isUnknown = /support|unknown|unrecogni[sz]ed|unexpected|instead|permitted/i.test(answer)
  const names = new RegExp(`\\b${outputLimitField}\\b`)
  return isUnknown && names.test(answer) ? { ...dialect, outputLimitField: other } : undefined
}

/** The option that the refusal is about, among those that were sent. */
export function refusedOption(
  sent: Refused,
  status: number | undefined,
  answer: string,
): RefusableOption | undefined {
  if (status === undefined || ![400, 403, 404, 415, 422, 500, 501].includes(status))
    return undefined
  // Only a summary is a matter of rights, and only pictures upset servers into a failure.
  const candidates = refusableOptions.filter((option) => {
    if (!sent.has(option)) return false
    if (status === 403) return option === 'reasoningSummary'
    if (status >= 500) return option === 'files'
    return status !== 404 || option === 'tools' || option === 'files' || option === 'reasoningItems'
  })
  const option = candidates.find((candidate) => namedBy[candidate].test(answer))
  return option === 'files' && unusable.test(answer) ? undefined : option
}

/** What of the request may be refused. */
export function optionsOf(request: ReplyRequest, refused: Refused): Set<RefusableOption> {
  const options = new Set<RefusableOption>()
  if (request.effort !== undefined && request.effort !== 'auto') options.add('effort')
  if (request.answerFormat) options.add('answerFormat')
  if (request.tools && request.tools.length > 0) options.add('tools')
  if (options.has('tools') && request.parallelTools === false) options.add('parallelTools')
  const hasFiles = request.turns.some(({ parts }) => parts.some(({ type }) => type === 'file'))
  if (hasFiles) options.add('files')
  if (request.turns.some(({ parts }) => parts.some(isSealed))) options.add('reasoningItems')
  for (const option of refused) options.delete(option)
  return options
}

function isSealed(part: TurnPart): boolean {
  return part.type === 'reasoning' && part.encrypted !== undefined
}

/** What the user is told of options that were asked for and left out. */
export function droppedOptions(request: ReplyRequest, refused: Refused): Warning[] {
  const wanted = optionsOf(request, new Set())
  return [...refused]
    .filter((option) => wanted.has(option) && option !== 'files' && option !== 'reasoningItems')
    .map((option) => ({ code: 'optionDropped', subject: option }))
}
