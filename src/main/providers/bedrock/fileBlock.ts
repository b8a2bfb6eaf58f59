import type {
  AudioFormat,
  ContentBlock,
  DocumentFormat,
  ImageFormat,
} from '@aws-sdk/client-bedrock-runtime'
import type { FileInput, ReplyRequest } from '../provider.ts'
import { inputKindOf } from '../../../shared/inputKind.ts'
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
}

/** Returns the content block for a file; null if the model does not accept its type. */
export async function fileBlock(
  { file, read }: FileInput,
  { model, dialect, nameDocument }: FileOptions,
): Promise<ContentBlock | null> {
  const kind = inputKindOf(file)
  if (kind !== 'text' && kind !== 'other' && model?.capabilities?.[kind] === false) return null
  const image = imageFormats[file.mediaType]
  if (image) {
    if (!dialect.images) return null
    return { image: { format: image, source: { bytes: await read() } } }
  }
  const audio = audioFormats[file.mediaType]
  if (audio) {
    if (model?.capabilities?.audio !== true) return null
    return { audio: { format: audio, source: { bytes: await read() } } }
  }
  const format = documentFormats[file.mediaType] ?? (kind === 'text' ? 'txt' : undefined)
  if (format && dialect.documents) {
    return { document: { format, name: nameDocument(file.name), source: { bytes: await read() } } }
  }
  if (kind !== 'text') return null
  return { text: `${file.name}:\n\n${new TextDecoder().decode(await read())}` }
}
