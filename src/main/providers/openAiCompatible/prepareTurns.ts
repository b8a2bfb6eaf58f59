import { inputKindOf } from '../../../shared/inputKind.ts'
import { moveInstructions } from '../moveInstructions.ts'
import type { FileInput, ReplyRequest, ResultInput, TurnPart } from '../provider.ts'
import { toBase64 } from '../dataUrl.ts'
import { leftOut, withNotes } from '../resultNotes.ts'
import type { Warning } from '../../../shared/parts.ts'
import type { Refused } from './dialect.ts'

/** A file in the form that both of OpenAI's APIs use. Each is written as base64 when it was read. */
export type PreparedFile =
  | { kind: 'text'; text: string }
  | { kind: 'image'; mediaType: string; base64: string }
  | { kind: 'pdf'; name: string; base64: string }
  | { kind: 'audio'; format: 'wav' | 'mp3'; base64: string }

export type PreparedPart =
  | Exclude<TurnPart, { type: 'file' | 'toolResult' }>
  | { type: 'prepared'; file: PreparedFile }
  | PreparedResult

/** A tool's result. Its text names the files that the model does not accept. */
export interface PreparedResult extends Omit<ResultInput, 'files'> {
  /** Pictures, PDFs and sound. The text includes text files. */
  files: Exclude<PreparedFile, { kind: 'text' }>[]
}

export interface PreparedTurn {
  role: 'system' | 'user' | 'assistant'
  parts: PreparedPart[]
}

/** The kinds of input that the endpoint accepts and has not refused. */
interface Accepted {
  files: boolean
  /** Defaults to true, as does `audio`. */
  documents?: boolean
  audio?: boolean
  /** False if instructions begin the user's message, rather than have a role of their own. */
  instructions?: boolean
}

/** Returns what an endpoint accepts after its refusals. `audio` is false if it takes no sound. */
export function acceptedAfter(refused: Refused, audio: boolean): Accepted {
  return {
    files: !refused.has('files'),
    documents: !refused.has('documents'),
    audio: audio && !refused.has('sounds'),
    instructions: !refused.has('instructions'),
  }
}

const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
}

/**
 * Returns the turns with their files read. Omits files that the model does not accept, with a
 * warning: pictures if it is known not to accept them, PDF and audio unless it is known to accept
 * them.
 */
export async function prepareTurns(
  request: ReplyRequest,
  accepted: Accepted,
): Promise<{ turns: PreparedTurn[]; warnings: Warning[] }> {
  const warnings: Warning[] = []
  const turns: PreparedTurn[] = []
  const given = accepted.instructions === false ? moveInstructions(request.turns) : request.turns
  for (const { role, parts } of given) {
    const prepared: PreparedPart[] = []
    for (const part of parts) {
      if (part.type === 'toolResult') {
        prepared.push(await prepareResult(part, request, accepted))
        continue
      }
      if (part.type !== 'file') {
        prepared.push(part)
        continue
      }
      const file = await prepareFile(part, request, accepted)
      if (file) prepared.push({ type: 'prepared', file })
      else warnings.push({ code: 'attachmentDropped', subject: part.file.name })
    }
    turns.push({ role, parts: prepared })
  }
  return { turns, warnings }
}

async function prepareResult(
  { files = [], ...part }: ResultInput,
  request: ReplyRequest,
  accepted: Accepted,
): Promise<PreparedResult> {
  const notes: string[] = []
  const kept: PreparedResult['files'] = []
  for (const input of files) {
    const file = await prepareFile(input, request, accepted)
    if (!file) notes.push(leftOut(input.file))
    else if (file.kind === 'text') notes.push(file.text)
    else kept.push(file)
  }
  return { ...part, text: withNotes(part.text, notes), files: kept }
}

async function prepareFile(
  input: FileInput,
  { model }: ReplyRequest,
  { files, documents = true, audio = true }: Accepted,
): Promise<PreparedFile | null> {
  const { name, mediaType } = input.file
  const takes = model?.capabilities
  switch (inputKindOf(input.file)) {
    case 'text':
      return { kind: 'text', text: quoteText(name, new TextDecoder().decode(await input.read())) }
    case 'image':
      if (!files || takes?.image === false) return null
      return { kind: 'image', mediaType, base64: toBase64(await input.read()) }
    case 'pdf':
      if (!files || !documents || takes?.pdf !== true) return null
      return { kind: 'pdf', name, base64: toBase64(await input.read()) }
    case 'audio': {
      const format = audioFormats[mediaType]
      if (!files || !audio || takes?.audio !== true || !format) return null
      return { kind: 'audio', format, base64: toBase64(await input.read()) }
    }
    case 'other':
      return null
  }
}

function quoteText(name: string, text: string): string {
  return `<file name="${name.replaceAll('"', "'")}">\n${text}\n</file>`
}

/** Returns the text of parts, with the text of their files. */
export function preparedText(parts: readonly PreparedPart[]): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return part.text
      return part.type === 'prepared' && part.file.kind === 'text' ? `${part.file.text}\n\n` : []
    })
    .join('')
}
