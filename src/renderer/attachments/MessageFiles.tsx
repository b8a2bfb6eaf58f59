import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isDrawnPicture } from '../../shared/fileFormats.ts'
import { inputKindOf } from '../../shared/chat/inputKind.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { formatBytes } from '../ui/formatAmount.ts'
import { visibleText } from '../ui/visibleText.ts'
import { dragPicture } from './dragPicture.ts'
import { attachmentAddress } from './attachmentAddress.ts'
import { FileIcon } from './FileIcon.tsx'
import { imageViewerTexts } from './texts.ts'

const imageViewer = lazyComponent(
  async () => (await import('./ImageViewer.tsx')).ImageViewer,
  [imageViewerTexts],
)

interface MessageFilesProps {
  files: readonly Attachment[]
  /** The side on which they are aligned. */
  align: 'start' | 'end'
}

/** Shows a message's files: pictures, players for sounds, and names for the others. */
export function MessageFiles({ files, align }: MessageFilesProps): ReactNode {
  const pictures = files.filter(({ mediaType }) => isDrawnPicture(mediaType))
  const others = files.filter(({ mediaType }) => !isDrawnPicture(mediaType))
  return (
    <>
      <FileRow files={pictures} align={align} />
      <FileRow files={others} align={align} />
    </>
  )
}

function FileRow({ files, align }: MessageFilesProps): ReactNode {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul
      aria-label={t('attachments.list')}
      className={`flex max-w-full flex-wrap gap-2 ${align === 'end' ? 'justify-end' : ''}`}
    >
      {files.map((file, index) => (
        <li key={`${file.id}-${String(index)}`} className="max-w-full min-w-0">
          <MessageFile file={file} small={files.length > 1} />
        </li>
      ))}
    </ul>
  )
}

function MessageFile({ file, small }: { file: Attachment; small: boolean }): ReactNode {
  const [unshown, setUnshown] = useState(false)
  const [revealed, setRevealed] = useState(false)
  if (file.flagged && !revealed) return <Flagged onShow={() => setRevealed(true)} />
  if (isDrawnPicture(file.mediaType) && !unshown) {
    return <Picture file={file} small={small} onError={() => setUnshown(true)} />
  }
  if (inputKindOf(file) !== 'audio') return <FileChip file={file} />
  return (
    <div className="flex max-w-full flex-col gap-1.5">
      <FileChip file={file} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the user's own recording has none */}
      <audio
        controls
        preload="none"
        src={attachmentAddress(file)}
        aria-label={file.name}
        className="h-10 w-80 max-w-full"
      />
    </div>
  )
}

interface PictureProps {
  file: Attachment
  small: boolean
  onError: () => void
}

function Picture({ file, small, onError }: PictureProps): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // Stays mounted after its first use, so that its closing is animated too.
  const [used, setUsed] = useState(false)
  return (
    <>
      <button
        type="button"
        {...dragPicture(file)}
        aria-label={t('attachments.open', { name: file.name })}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
        className="block max-w-full overflow-hidden rounded-xl bg-control ring-1 ring-line"
      >
        <img
          src={attachmentAddress(file)}
          alt={file.name}
          loading="lazy"
          decoding="async"
          onError={onError}
          className={
            small ? 'size-36 object-cover' : 'max-h-72 min-h-10 max-w-full min-w-10 object-contain'
          }
        />
      </button>
      {used && <imageViewer.Component file={file} open={open} onOpenChange={setOpen} />}
    </>
  )
}

/** Stands in place of a file whose service has flagged it, until the user wants to see it. */
function Flagged({ onShow }: { onShow: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line px-3.5 py-2.5 text-sm">
      <EyeOff aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0">{t('attachments.flagged')}</p>
      <Button size="small" onClick={onShow}>
        {t('attachments.show')}
      </Button>
    </div>
  )
}

function FileChip({ file }: { file: Attachment }): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <div className="flex max-w-80 items-center gap-2.5 rounded-xl bg-control p-1 pe-3 text-sm">
      <FileIcon kind={inputKindOf(file)} />
      <div className="min-w-0">
        <p dir="auto" className="own-direction selectable truncate">
          {file.name}
        </p>
        <p className="truncate text-xs text-muted">
          {formatBytes(i18n.language, file.sizeBytes)}
          {file.origin && <> · {t('attachments.from', { name: visibleText(file.origin.title) })}</>}
        </p>
      </div>
    </div>
  )
}
