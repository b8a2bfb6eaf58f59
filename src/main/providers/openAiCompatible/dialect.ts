import { hostedPictureName } from '../../../shared/media/hostedPictures.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import { hasInstructions } from '../request/moveInstructions.ts'
import type { FileInput, ReplyRequest, TurnPart } from '../reply.ts'
import { isAboutOneFile, refusalOfPart } from '../errors/contentRefusals.ts'
import { isShortCallId } from './strictMessages.ts'

/** OpenAI's two APIs for replies. */
export type Endpoint = 'chat' | 'responses'

/** The optional features that a server supports, learned from its refusals. */
export interface Dialect {
  /** True if the service may accept `stream_options`, which requests token counts. */
  streamUsage: boolean
  outputLimitField: 'max_tokens' | 'max_completion_tokens'
  /** True if the reasoning before a call is sent back with it as `reasoning_content`. */
  reasoningFeedback: boolean
}

export const plainDialect: Dialect = {
  streamUsage: true,
  outputLimitField: 'max_tokens',
  reasoningFeedback: false,
}

/** The options that a model may refuse. Parley omits a refused one from later requests. */
const refusableOptions = [
  /** A user's message directly after tool results. */
  'userAfterResults',
  /** Call ids in another form than nine letters and digits. */
  'anyCallIds',
  /** A role for instructions, which begin the user's message without it. */
  'instructions',
  // Before the effort: a refusal may say that they go with another effort only.
  'topP',
  'temperature',
  'stopWords',
  /** `stream_options`, which requests token counts. */
  'streamUsage',
  'reasoningItems',
  'effort',
  /** The service's own tool for pictures. */
  'pictures',
  'reasoningSummary',
  'encryptedReasoning',
  'answerFormat',
  'parallelTools',
  'tools',
  /** PDFs alone, then sound alone: many services take pictures and nothing else. */
  'documents',
  'sounds',
  'files',
] as const
export type RefusableOption = (typeof refusableOptions)[number]

export type Refused = ReadonlySet<RefusableOption>

/** Matches refusals of each option. */
const namedBy: Record<RefusableOption, RegExp> = {
  userAfterResults: /unexpected role .{0,4}user.{0,4} after role .{0,4}tool|roles must alternate/i,
  anyCallIds: /tool call id was .* but must be/is,
  instructions:
    /\b(?:system|developer)[- '"`]*(?:role|message|prompt|instruction)s?\b[^.]{0,60}(?:not (?:\w+ )?(?:support|allow|enabl|accept|permit|valid)|unsupported|unknown)|(?:not|n't) (?:support|accept|allow|have)[^.]{0,40}['"`]?\bsystem\b|(?:unsupported|unknown|invalid|unexpected)[^.]{0,40}\brole\b[^.]{0,20}\b(?:system|developer)\b|role[^.]{0,60}(?:should|must) be ['"`]?(?:user|assistant)['"`]?|roles must alternate/i,
  topP: /\btop_p\b/i,
  temperature: /\btemperature\b/i,
  // Too many stop words, or too long ones, say nothing about the model.
  stopWords:
    /(?:unsupported|unknown|unrecogni[sz]ed|unexpected)[^.]{0,60}['"`]stop['"`]|['"`]?\bstop\b['"`]?[^.]{0,40}(?:not (?:\w+ )?(?:support|permit|allow)|unsupported|not supported)/i,
  streamUsage: /stream_options|include_usage/i,
  reasoningItems:
    /encrypted content (?:for|could)|invalid_encrypted|item with id|'reasoning' was provided/i,
  effort: /reasoning[_.]effort|reasoning\.effort|\beffort\b|'reasoning'|"reasoning"|\bthinking\b/i,
  reasoningSummary: /reasoning\.summary|\bsummary\b|summaries|organization must be verified/i,
  encryptedReasoning: /encrypted content is not|reasoning\.encrypted_content|'include'|"include"/i,
  answerFormat: /response_format|json_schema|text\.format|structured output/i,
  parallelTools: /parallel_tool_calls/i,
  pictures: /image_generation|max_tool_calls|gpt-image/i,
  // A malformed call or picture must not be mistaken for a model without support for them.
  tools:
    /(?:\btools?\b|tool_choice|function.call).*(?:support|not enabled|requires? --)|support.*(?:\btools?\b|tool use|function.call)/is,
  documents: refusalOfPart(
    '(?:input_)?file|document|pdf',
    'pdf|documents?|input_file|file_data|files?',
  ),
  sounds: refusalOfPart('input_audio|audio', 'audio|input_audio|sound'),
  files:
    /(?:image|vision|file|audio|pdf|multi-?modal)\S*[^.]*(?:not (?:\w+ )?support|only supported|not enabled|not allowed)|(?:not (?:\w+ )?support|that support)[^.]*(?:image|vision|file|audio|pdf|multi-?modal)|not a (?:multi-?modal|vision)|unknown variant|content must be a string|missing data required for image|unsupported content|unknown part type|invalid message format|content\S{0,30} input should be a valid string|content' objects must have a 'type'/is,
}

/**
 * Returns the dialect to retry with after a refusal; undefined if the refusal has another cause.
 */
export function adaptDialect(
  dialect: Dialect,
  status: number | undefined,
  answer: string,
): Dialect | undefined {
  if (status !== 400 && status !== 422) return undefined
  const { outputLimitField } = dialect
  const other = outputLimitField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  // A limit that is merely too high says nothing about the field's name.
  const isUnknown = /support|unknown|unrecogni[sz]ed|unexpected|instead|permitted/i.test(answer)
  const names = new RegExp(`\\b${outputLimitField}\\b`)
  return isUnknown && names.test(answer) ? { ...dialect, outputLimitField: other } : undefined
}

/** Returns the option that was refused, among those sent. */
export function refusedOption(
  sent: Refused,
  status: number | undefined,
  answer: string,
): RefusableOption | undefined {
  if (status === undefined || ![400, 403, 404, 415, 422, 500, 501].includes(status))
    return undefined
  // A 403 can only concern the reasoning summary or pictures, a 5xx only files or a template's rules.
  const candidates = refusableOptions.filter((option) => {
    if (!sent.has(option)) return false
    if (status === 403) return option === 'reasoningSummary' || option === 'pictures'
    if (status >= 500) return isContent(option) || isForm(option)
    return status !== 404 || option === 'tools' || option === 'reasoningItems' || isContent(option)
  })
  const option = candidates.find((candidate) => namedBy[candidate].test(answer))
  return option && isContent(option) && isAboutOneFile(answer) ? undefined : option
}

/** Returns true for the form of messages, whose loss loses nothing. */
function isForm(option: RefusableOption): boolean {
  return option === 'userAfterResults' || option === 'anyCallIds' || option === 'instructions'
}

function isContent(option: RefusableOption): boolean {
  return option === 'files' || option === 'documents' || option === 'sounds'
}

/** Tells whether a model that refuses an option refuses it with every effort. */
export function isOfModel(option: RefusableOption): boolean {
  return isForm(option) || isContent(option) || option === 'streamUsage'
}

/** Returns the options of the request that could be refused. */
export function optionsOf(request: ReplyRequest, refused: Refused): Set<RefusableOption> {
  const options = new Set<RefusableOption>()
  if (request.effort !== undefined && request.effort !== 'auto') options.add('effort')
  if (request.topP !== undefined) options.add('topP')
  if (request.temperature !== undefined) options.add('temperature')
  if (request.stopWords && request.stopWords.length > 0) options.add('stopWords')
  if (request.answerFormat) options.add('answerFormat')
  if (request.pictures) options.add('pictures')
  if (request.tools && request.tools.length > 0) options.add('tools')
  if (options.has('tools') && request.parallelTools === false) options.add('parallelTools')
  const parts = request.turns.flatMap((turn) => turn.parts)
  const files = parts.flatMap(filesOf)
  if (files.length > 0) options.add('files')
  const kinds = new Set(files.map(({ file }) => inputKindOf(file)))
  if (kinds.has('pdf')) options.add('documents')
  if (kinds.has('audio')) options.add('sounds')
  if (hasInstructions(request.turns)) options.add('instructions')
  if (parts.some((part) => isSealed(part) || isHostedPicture(part))) options.add('reasoningItems')
  if (parts.some(({ type }) => type === 'toolResult')) options.add('userAfterResults')
  if (parts.some((part) => part.type === 'toolCall' && !isShortCallId(part.id))) {
    options.add('anyCallIds')
  }
  for (const option of refused) options.delete(option)
  return options
}

function filesOf(part: TurnPart): readonly FileInput[] {
  if (part.type === 'file') return [part]
  return part.type === 'toolResult' ? (part.files ?? []) : []
}

function isSealed(part: TurnPart): boolean {
  return part.type === 'reasoning' && part.encrypted !== undefined
}

/** Tells whether a part goes back as an item that the service may look for in its store. */
function isHostedPicture(part: TurnPart): boolean {
  return part.type === 'toolCall' && part.name === hostedPictureName
}

/** Options whose loss loses nothing, or of which each file tells. */
const isUntold: Refused = new Set([
  'userAfterResults',
  'anyCallIds',
  'reasoningItems',
  'files',
  'documents',
  'sounds',
])

/** Returns warnings for options that were requested but omitted. */
export function droppedOptions(request: ReplyRequest, refused: Refused): Warning[] {
  const wanted = optionsOf(request, new Set()).add('streamUsage')
  return [...refused]
    .filter((option) => wanted.has(option) && !isUntold.has(option))
    .map((option): Warning =>
      option === 'instructions'
        ? { code: 'instructionsMoved' }
        : { code: 'optionDropped', subject: option === 'streamUsage' ? 'stream_options' : option },
    )
}
