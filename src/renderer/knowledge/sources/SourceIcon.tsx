import {
  Code,
  File,
  FileImage,
  FileSpreadsheet,
  FileText,
  Globe,
  Mail,
  MessagesSquare,
  NotebookPen,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { findFormat, getFormat, type FileIcon } from '../../../shared/fileFormats.ts'
import type { Source } from '../../../shared/knowledge/knowledge.ts'

const kinds: Partial<Record<Source['kind'], LucideIcon>> = {
  page: Globe,
  chat: MessagesSquare,
  note: NotebookPen,
}
const icons: Readonly<Record<FileIcon, LucideIcon>> = {
  text: FileText,
  table: FileSpreadsheet,
  mail: Mail,
  code: Code,
  picture: FileImage,
}
/** Icons of media types that are no known format, such as templates. The first match counts. */
const families: readonly (readonly [RegExp, FileIcon])[] = [
  [/spreadsheet|excel/, 'table'],
  [/^message\/|mbox|outlook/, 'mail'],
  [/^image\//, 'picture'],
  // Not the "xml" within "openxmlformats".
  [/json|javascript|typescript|\bxml\b|x-(?:c|python|java|go|rust|sh)/, 'code'],
  [/^text\/|word|document|presentation/, 'text'],
]

/** Shows what kind of document a source is. */
export function SourceIcon({ kind, mediaType }: Pick<Source, 'kind' | 'mediaType'>): ReactNode {
  const format = findFormat(mediaType)
  const icon = format
    ? getFormat(format).icon
    : families.find(([pattern]) => pattern.test(mediaType))?.[1]
  const Icon = kinds[kind] ?? (icon ? icons[icon] : File)
  return <Icon aria-hidden strokeWidth={1.5} className="size-5 shrink-0 text-muted" />
}
