import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import { moveInstructions } from '../request/moveInstructions.ts'
import type { FileInput, ReplyRequest, ResultInput, TurnPart } from '../reply.ts'
import { toBase64 } from '../request/dataUrl.ts'
import { fileText, quoteText } from '../request/fileText.ts'
import { leftOut, withNotes } from '../request/resultNotes.ts'
import type { Model } from '../../../shared/models.ts'
import type { Attachment, Warning } from '../../../shared/chat/parts.ts'
import type { Refused } from './dialect.ts'

/** A file in the form that both of OpenAI's APIs use. Each is written as base64 when it was read. */
export type PreparedFile =
  | { kind: 'text'; text: string; warning: Warning | null }
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
 * Returns the turns with their files read. Documents go as text where the model does not accept the
 * file. Omits what it does not accept, with a warning: pictures if it is known not to accept them,
 * audio unless it is known to accept it.
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
      if (file?.kind === 'text' && file.warning) warnings.push(file.warning)
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
  accepted: Accepted,
): Promise<PreparedFile | null> {
  const { name, mediaType } = input.file
  const isTaken = takesFile(input.file, model, accepted)
  const kind = inputKindOf(input.file)
  switch (kind) {
    case 'image':
      return isTaken ? { kind, mediaType, base64: toBase64(await input.read()) } : null
    case 'audio': {
      const format = audioFormats[mediaType]
      return isTaken && format ? { kind, format, base64: toBase64(await input.read()) } : null
    }
    case 'pdf':
      if (isTaken) return { kind, name, base64: toBase64(await input.read()) }
      return quotedFile(input)
    case 'text':
    case 'other':
      return quotedFile(input)
  }
}

async function quotedFile(input: FileInput): Promise<PreparedFile | null> {
  const read = await fileText(input)
  return read && { ...read, kind: 'text', text: quoteText(input.file, read.text) }
}

/** Returns whether a model gets a file as a file, rather than as text or not at all. */
export function takesFile(
  file: Attachment,
  model: Pick<Model, 'capabilities'> | undefined,
  { files, documents = true, audio = true }: Accepted,
): boolean {
  const takes = model?.capabilities
  const kind = inputKindOf(file)
  if (!files) return false
  if (kind === 'image') return takes?.image !== false
  if (kind === 'pdf') return documents && takes?.pdf === true
  if (kind !== 'audio') return false
  return audio && takes?.audio === true && audioFormats[file.mediaType] !== undefined
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
