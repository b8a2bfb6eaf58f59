import type {
  AudioFormat,
  ContentBlock,
  DocumentFormat,
  ImageFormat,
} from '@aws-sdk/client-bedrock-runtime'
import { inputKindOf } from '../../../shared/inputKind.ts'
import type { Model } from '../../../shared/models.ts'
import type { Attachment, Warning } from '../../../shared/parts.ts'
import { fileText } from '../fileText.ts'
import type { FileInput, ReplyRequest } from '../provider.ts'
import type { Dialect } from './dialect.ts'

const imageFormats: Readonly<Record<string, ImageFormat>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const documentFormats: Readonly<Record<string, DocumentFormat>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
}

const audioFormats: Readonly<Record<string, AudioFormat>> = {
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'audio/x-wav': 'wav',
}

export interface FileOptions {
  model: ReplyRequest['model']
  dialect: Pick<Dialect, 'images' | 'documents'>
  /** Returns a valid name for a document. */
  nameDocument: (fileName: string) => string
  /** Called for a document that goes as text. */
  warn: (warning: Warning) => void
}

/** Returns whether a model gets a file as a file, rather than as text or not at all. */
export function takesFile(
  file: Attachment,
  model: Pick<Model, 'capabilities'> | undefined,
  dialect: FileOptions['dialect'],
): boolean {
  const kind = inputKindOf(file)
  if (kind !== 'text' && kind !== 'other' && model?.capabilities?.[kind] === false) return false
  if (imageFormats[file.mediaType]) return dialect.images
  if (audioFormats[file.mediaType]) return model?.capabilities?.audio === true
  const isDocument = documentFormats[file.mediaType] !== undefined || kind === 'text'
  return isDocument && dialect.documents
}

/** Returns the content block for a file; null if the model does not accept its type. */
export async function fileBlock(
  input: FileInput,
  { model, dialect, nameDocument, warn }: FileOptions,
): Promise<ContentBlock | null> {
  const { file, read } = input
  if (!takesFile(file, model, dialect)) return textBlock(input, warn)
  const image = imageFormats[file.mediaType]
  if (image) {
    return { image: { format: image, source: { bytes: await read() } } }
  }
  const audio = audioFormats[file.mediaType]
  if (audio) {
    return { audio: { format: audio, source: { bytes: await read() } } }
  }
  const format = documentFormats[file.mediaType] ?? 'txt'
  return { document: { format, name: nameDocument(file.name), source: { bytes: await read() } } }
}

async function textBlock(
  input: FileInput,
  warn: FileOptions['warn'],
): Promise<ContentBlock | null> {
  const read = await fileText(input)
  if (!read) return null
  if (read.warning) warn(read.warning)
  return { text: `${input.file.name}:\n\n${read.text}` }
}
