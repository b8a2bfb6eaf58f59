import type { Anthropic } from '@anthropic-ai/sdk'
import { toBase64 } from '../dataUrl.ts'
import { inputKindOf } from '../../../shared/inputKind.ts'
import type { FileInput, ReplyRequest } from '../provider.ts'

export type FileBlock = Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam

export interface FileOptions {
  model: ReplyRequest['model']
  citations: boolean
  /** Returns the id of the uploaded file; null if the server stores no files. */
  upload: (input: FileInput, mediaType: string) => Promise<string | null>
}

/** Larger files are uploaded once instead of being sent with each request. */
export const inlineBytesMaximum = 5 * 1024 * 1024
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** Returns the content block for a file; null if the model does not accept its type. */
export async function fileBlock(
  input: FileInput,
  { model, citations, upload }: FileOptions,
): Promise<FileBlock | null> {
  const { file } = input
  const kind = inputKindOf(file)
  if (kind === 'other' || kind === 'audio' || file.sizeBytes === 0) return null
  if (kind !== 'text' && model?.capabilities?.[kind] === false) return null
  const mediaType = kind === 'text' ? 'text/plain' : file.mediaType
  const large = file.sizeBytes > inlineBytesMaximum
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
