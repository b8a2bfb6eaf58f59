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
import type { Source } from '../../../shared/knowledge.ts'

const kinds: Partial<Record<Source['kind'], LucideIcon>> = {
  page: Globe,
  chat: MessagesSquare,
  note: NotebookPen,
}
/** The first that matches counts. */
const types: readonly (readonly [RegExp, LucideIcon])[] = [
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/^message\/|mbox|outlook/, Mail],
  [/^image\//, FileImage],
  [/json|javascript|typescript|xml|x-(?:c|python|java|go|rust|sh)/, Code],
  [/^text\/|pdf|word|document|presentation|epub|rtf/, FileText],
]

/** Shows what kind of document a source is. */
export function SourceIcon({ kind, mediaType }: Pick<Source, 'kind' | 'mediaType'>): ReactNode {
  const Icon = kinds[kind] ?? types.find(([pattern]) => pattern.test(mediaType))?.[1] ?? File
  return <Icon aria-hidden strokeWidth={1.5} className="size-5 shrink-0 text-muted" />
}
