import type {
  AudioFormat,
  ContentBlock,
  DocumentFormat,
  ImageFormat,
} from '@aws-sdk/client-bedrock-runtime'
import { findFormat, type FormatName, type FormatWith } from '../../../shared/fileFormats.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Model } from '../../../shared/models.ts'
import type { Attachment, Warning } from '../../../shared/chat/parts.ts'
import { fileText } from '../request/fileText.ts'
import type { FileInput, ReplyRequest } from '../reply.ts'
import type { Dialect } from './dialect.ts'

const imageFormats: Readonly<Partial<Record<FormatName, ImageFormat>>> = {
  png: 'png',
  jpeg: 'jpeg',
  gif: 'gif',
  webp: 'webp',
} satisfies Record<FormatWith<'readAs', 'picture'>, ImageFormat>

type DocumentName = Exclude<FormatName, FormatWith<'icon', 'picture'>>

/** Bedrock's name for each document format; `null` for one that it refuses as a file. */
const documentFormats: Readonly<Partial<Record<FormatName, DocumentFormat | null>>> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'docx',
  xls: 'xls',
  xlsx: 'xlsx',
  csv: 'csv',
  html: 'html',
  markdown: 'md',
  plain: 'txt',
  json: 'txt',
  xml: 'txt',
  code: 'txt',
  rtf: null,
  pptx: null,
  epub: null,
  odt: null,
  odp: null,
  ods: null,
  mail: null,
} satisfies Record<DocumentName, DocumentFormat | null>

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

function imageFormat(mediaType: string): ImageFormat | undefined {
  const name = findFormat(mediaType)
  return name && imageFormats[name]
}

/** Any other text is `txt`. */
function documentFormat(file: Attachment): DocumentFormat | undefined {
  const name = findFormat(file.mediaType)
  const known = name && documentFormats[name]
  return known ?? (inputKindOf(file) === 'text' ? 'txt' : undefined)
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
  if (imageFormat(file.mediaType)) return dialect.images
  if (audioFormats[file.mediaType]) return model?.capabilities?.audio === true
  return documentFormat(file) !== undefined && dialect.documents
}

/** Returns the content block for a file; null if the model does not accept its type. */
export async function fileBlock(
  input: FileInput,
  { model, dialect, nameDocument, warn }: FileOptions,
): Promise<ContentBlock | null> {
  const { file, read } = input
  if (!takesFile(file, model, dialect)) return textBlock(input, warn)
  const image = imageFormat(file.mediaType)
  if (image) {
    return { image: { format: image, source: { bytes: await read() } } }
  }
  const audio = audioFormats[file.mediaType]
  if (audio) {
    return { audio: { format: audio, source: { bytes: await read() } } }
  }
  const format = documentFormat(file) ?? 'txt'
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
