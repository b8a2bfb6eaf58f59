import { X } from 'lucide-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilePreview } from '../../shared/chat/draftTokens.ts'
import { isDrawnPicture } from '../../shared/fileFormats.ts'
import { inputKindOf } from '../../shared/chat/inputKind.ts'
import { errorText } from '../core/errorText.ts'
import { formatBytes, formatPercentage } from '../ui/formatAmount.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { visibleText } from '../ui/visibleText.ts'
import { ProgressBar } from '../ui/status/ProgressBar.tsx'
import type { DraftFile } from './draftFiles.ts'
import { attachmentAddress } from './attachmentAddress.ts'
import { FileIcon } from './FileIcon.tsx'
import type { FilePreviews } from './useFilePreviews.ts'

interface DraftFilesProps {
  files: readonly DraftFile[]
  /** The name of the model that answers next, if known. */
  modelName: string | undefined
  /** Forms in which that model gets the files. */
  previews: FilePreviews
  onRemove: (key: string) => void
}

/** Shows the draft's files and their problems. */
export function DraftFiles({ files, modelName, previews, onRemove }: DraftFilesProps): ReactNode {
  const { t } = useTranslation()
  const rows = files.map((file) => {
    const preview = previewOf(file, previews)
    return { file, preview, problem: problemOf(file, preview, modelName, t) }
  })
  const problems = rows.flatMap(({ problem }) => problem ?? [])
  return (
    <>
      {/* Mounted before it has text: otherwise screen readers would not announce the text. */}
      <p role="status" className="sr-only">
        {problems.join(' ')}
      </p>
      {rows.length > 0 && (
        <ul
          aria-label={t('attachments.list')}
          className="flex max-h-52 flex-wrap gap-2 overflow-y-auto px-3 pt-3"
        >
          {rows.map(({ file, preview, problem }) => (
            <DraftFileChip
              key={file.key}
              file={file}
              preview={preview}
              problem={problem}
              onRemove={() => onRemove(file.key)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function previewOf({ state }: DraftFile, previews: FilePreviews): FilePreview | undefined {
  return state.stage === 'ready' ? previews.get(state.attachment.id) : undefined
}

function problemOf(
  { state }: DraftFile,
  preview: FilePreview | undefined,
  model = '',
  t: TFunction,
): string | undefined {
  if (state.stage === 'failed') return errorText(t, state.error).sentence
  if (state.stage === 'uploading' || preview?.sentAs !== 'nothing') return undefined
  const kind = inputKindOf(state.attachment)
  return t(`attachments.notTaken.${kind === 'text' ? 'other' : kind}`, { model })
}

interface DraftFileChipProps {
  file: DraftFile
  preview: FilePreview | undefined
  problem: string | undefined
  onRemove: () => void
}

function DraftFileChip({ file, preview, problem, onRemove }: DraftFileChipProps): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex max-w-full items-center gap-2 rounded-xl bg-control p-1 pe-0.5 text-sm">
      <Thumbnail file={file} />
      <div className="max-w-64 min-w-0">
        <p dir="auto" className="own-direction truncate">
          {file.name}
        </p>
        <ChipLine file={file} preview={preview} problem={problem} />
      </div>
      <IconButton
        size="small"
        label={t('attachments.remove', { name: file.name })}
        tooltipSide="top"
        icon={<X aria-hidden className="size-4" />}
        onClick={onRemove}
      />
    </li>
  )
}

function Thumbnail({ file: { state } }: { file: DraftFile }): ReactNode {
  if (state.stage !== 'ready') return <FileIcon kind="other" />
  const { attachment } = state
  if (!isDrawnPicture(attachment.mediaType)) return <FileIcon kind={inputKindOf(attachment)} />
  return (
    <img
      src={attachmentAddress(attachment)}
      alt=""
      decoding="async"
      className="size-10 shrink-0 rounded-lg object-cover"
    />
  )
}

function ChipLine({ file, preview, problem }: Omit<DraftFileChipProps, 'onRemove'>): ReactNode {
  const { t, i18n } = useTranslation()
  const { state, name, sizeBytes } = file
  if (problem !== undefined) return <p className="text-xs text-danger-ink">{problem}</p>
  if (state.stage !== 'uploading') {
    const origin = state.stage === 'ready' ? state.attachment.origin : undefined
    return (
      <p className="text-xs text-muted">
        {formatBytes(i18n.language, sizeBytes)}
        {preview?.sentAs === 'text' && (
          <> · {t(preview.isPartial ? 'attachments.asPartOfText' : 'attachments.asText')}</>
        )}
        {preview?.sentAs === 'passages' && <> · {t('attachments.asPassages')}</>}
        {origin && <> · {t('attachments.from', { name: visibleText(origin.title) })}</>}
      </p>
    )
  }
  const percentage = formatPercentage(i18n.language, state.fraction)
  return (
    <div className="w-32 py-1.25">
      <ProgressBar
        label={name}
        fraction={state.fraction}
        valueText={t('attachments.progress', { percentage })}
      />
    </div>
  )
}
