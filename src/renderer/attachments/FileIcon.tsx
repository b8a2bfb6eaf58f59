import { AudioLines, File, FileText, Image } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileKind } from '../../shared/chat/inputKind.ts'

const icons: Record<FileKind, LucideIcon> = {
  image: Image,
  pdf: FileText,
  audio: AudioLines,
  text: FileText,
  other: File,
}

export function FileIcon({ kind }: { kind: FileKind }): ReactNode {
  const Icon = icons[kind]
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-control-strong text-muted">
      <Icon aria-hidden className="size-5" />
    </span>
  )
}
