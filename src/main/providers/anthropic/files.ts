import type { Anthropic } from '@anthropic-ai/sdk'
import { toBase64 } from '../request/dataUrl.ts'
import { fileFormats, formatsWith } from '../../../shared/fileFormats.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Model } from '../../../shared/models.ts'
import type { Attachment, Warning } from '../../../shared/chat/parts.ts'
import { fileText, quoteText } from '../request/fileText.ts'
import type { FileInput, ReplyRequest } from '../reply.ts'

export type FileBlock =
  | Anthropic.ImageBlockParam
  | Anthropic.DocumentBlockParam
  | Anthropic.TextBlockParam

export interface FileOptions {
  model: ReplyRequest['model']
  citations: boolean
  /** False if the service refuses blocks of this type. */
  documents: boolean
  images: boolean
  /** Returns the id of the uploaded file; null if the server stores no files. */
  upload: (input: FileInput, mediaType: string) => Promise<string | null>
  /** Called for a document that goes as text. */
  warn: (warning: Warning) => void
}

/** Larger files are uploaded once instead of being sent with each request. */
export const maxInlineBytes = 5 * 1024 * 1024
const imageTypes = formatsWith('readAs', 'picture').map((name) => fileFormats[name].mediaType)

/** Returns whether a model gets a file as a file, rather than as text or not at all. */
export function takesFile(
  file: Attachment,
  model: Pick<Model, 'capabilities'> | undefined,
  { images, documents }: Pick<FileOptions, 'images' | 'documents'>,
): boolean {
  const kind = inputKindOf(file)
  if (kind !== 'image' && kind !== 'pdf') return false
  return (kind === 'image' ? images : documents) && model?.capabilities?.[kind] !== false
}

/** Returns the content block for a file; null if the model does not accept its type. */
export async function fileBlock(input: FileInput, options: FileOptions): Promise<FileBlock | null> {
  const { file } = input
  const { model, citations, documents, upload } = options
  const kind = inputKindOf(file)
  if (file.sizeBytes === 0) return null
  const isTaken = kind === 'text' ? documents : takesFile(file, model, options)
  if (kind === 'other' || kind === 'audio' || !isTaken) return documentAsText(input, options)
  const mediaType = kind === 'text' ? 'text/plain' : file.mediaType
  const large = file.sizeBytes > maxInlineBytes
  const fileId = large ? await upload(input, mediaType) : null
  const stored = fileId === null ? null : ({ type: 'file', file_id: fileId } as const)
  if (kind === 'image') {
    return { type: 'image', source: stored ?? (await imageSource(input)) }
  }
  const source = stored ?? (await documentSource(input, kind))
  // The service refuses an empty text.
  if (source.type === 'text' && source.data.trim() === '') return null
  return {
    type: 'document',
    title: file.name,
    source,
    ...(citations && { citations: { enabled: true } }),
  }
}

/**
 * Returns a document by its text, which may be longer than the document: it is never uploaded. The
 * text is quoted in a message where the service takes no documents.
 */
async function documentAsText(
  input: FileInput,
  { citations, documents, warn }: FileOptions,
): Promise<FileBlock | null> {
  const read = await fileText(input)
  if (!read || read.text.trim() === '') return null
  if (read.warning) warn(read.warning)
  if (!documents) return { type: 'text', text: quoteText(input.file, read.text) }
  return {
    type: 'document',
    title: input.file.name,
    source: { type: 'text', media_type: 'text/plain', data: read.text },
    ...(citations && { citations: { enabled: true } }),
  }
}

async function imageSource(input: FileInput): Promise<Anthropic.Base64ImageSource> {
  const type = imageTypes.find((known) => known === input.file.mediaType) ?? 'image/png'
  return { type: 'base64', media_type: type, data: toBase64(await input.read()) }
}

async function documentSource(
  input: FileInput,
  kind: 'pdf' | 'text',
): Promise<Anthropic.Base64PDFSource | Anthropic.PlainTextSource> {
  const bytes = await input.read()
  if (kind === 'pdf') {
    return { type: 'base64', media_type: 'application/pdf', data: toBase64(bytes) }
  }
  return { type: 'text', media_type: 'text/plain', data: new TextDecoder().decode(bytes) }
}
