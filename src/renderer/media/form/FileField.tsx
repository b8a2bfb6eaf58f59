import { Brush, FileImage, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../../shared/errors.ts'
import { maxMediaInputBytes, maxWholeInputBytes } from '../../../shared/limits.ts'
import type { FieldError, MediaInput, MediaKind } from '../../../shared/media/mediaForm.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { openMask } from '../mediaView.ts'
import { useShownPicture } from '../svg/useShownPicture.ts'
import { convertToPng } from './convertToPng.ts'
import type { FieldControlProps } from './fieldControlProps.ts'
import { fieldErrorText } from './fieldErrorText.ts'
import { fieldTitle } from './fieldTitle.ts'
import { FieldUploads } from './FieldUploads.tsx'
import { setDraft } from './mediaForm.ts'
import { uploadInput } from './uploadInput.ts'

/** Chooses files that the model is given: from the disk, or dropped here. */
export function FileField({ field, draft, error: problem }: FieldControlProps<'file'>): ReactNode {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { run, running, failure } = useTask()
  const files = Array.isArray(draft) ? (draft as readonly MediaInput[]) : []
  const label = fieldTitle(t, field)
  const [refused, setRefused] = useState<FieldError['reason']>()
  const maxBytes = field.bytesMaximum ?? maxMediaInputBytes
  const shown = refused ? { name: field.name, reason: refused, message: '' } : problem
  const error = shown && fieldErrorText(t, field, shown)
  const room = Math.max(0, field.maximum - files.length)
  const add = async (chosen: readonly File[]): Promise<void> => {
    // A large one would be copied for minutes before main tells what it is.
    const ofKind = chosen.filter(({ type }) => isOfKind(type, field.kind))
    const fitting = ofKind.filter(({ size }) => size <= maxBytes)
    const isTooLarge = fitting.length < ofKind.length
    setRefused(isTooLarge ? 'fileSize' : ofKind.length < chosen.length ? 'files' : undefined)
    if (fitting.length === 0) return
    const wanted = field.maximum === 1 ? fitting.slice(0, 1) : fitting.slice(0, room)
    const copied = await run(() =>
      Promise.all(wanted.map((file) => copyUnlessCancelled(file, field))),
    )
    const added = copied?.filter((input) => input !== undefined) ?? []
    if (added.length === 0) return
    setDraft(field.name, field.maximum === 1 ? added : [...files, ...added])
  }
  const isConvertible = shown?.reason === 'restUnreadable'
  const convert = async (): Promise<void> => {
    const [first, ...rest] = files
    const converted = first && (await run(() => convertToPng(first)))
    if (converted) setDraft(field.name, [converted, ...rest])
  }
  const onDrop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    void add([...event.dataTransfer.files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same
    <div
      role="group"
      aria-label={label}
      className="space-y-1.5"
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      <p aria-hidden className="text-sm font-medium">
        {label}
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        multiple={field.maximum > 1}
        accept={field.kind === null ? undefined : `${field.kind}/*`}
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {files.map((file, index) => (
          <Chosen
            key={`${file.id} ${String(index)}`}
            file={file}
            onRemove={() => setDraft(field.name, files.toSpliced(index, 1))}
          />
        ))}
        {(room > 0 || field.maximum === 1) && (
          <Button
            ref={addButton}
            size="small"
            busy={running}
            icon={<Plus aria-hidden className="size-4" />}
            data-invalid={error !== undefined && !isConvertible ? '' : undefined}
            onClick={() => chooser.current?.click()}
          >
            {t(files.length > 0 && field.maximum === 1 ? 'media.form.replace' : 'media.form.add')}
          </Button>
        )}
        {field.role === 'mask' && (
          <Button
            size="small"
            icon={<Brush aria-hidden className="size-4" />}
            onClick={() => openMask(field.name)}
          >
            {t('media.mask.open')}
          </Button>
        )}
      </div>
      <FieldUploads field={field.name} onCancelled={() => addButton.current?.focus()} />
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger-ink">
          {error}
        </p>
      )}
      {isConvertible && (
        <Button size="small" data-invalid="" busy={running} onClick={() => void convert()}>
          {t('media.form.toPng')}
        </Button>
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </div>
  )
}

/** Returns undefined once the user has cancelled. Errors: those of an upload. */
async function copyUnlessCancelled(
  file: File,
  { name }: { name: string },
): Promise<MediaInput | undefined> {
  try {
    return await uploadInput(file, { field: name })
  } catch (error) {
    if (toWire(error).code === 'aborted') return undefined
    throw error
  }
}

/** Tells whether a file may be of this kind; nobody knows the type of some. */
function isOfKind(type: string, kind: MediaKind | null): boolean {
  return kind === null || type === '' || type.startsWith(`${kind}/`)
}

interface ChosenProps {
  file: MediaInput
  onRemove: () => void
}

function Chosen({ file, onRemove }: ChosenProps): ReactNode {
  const { t } = useTranslation()
  const name = visibleText(file.name)
  // The browser holds a picture whole, however small it is drawn.
  const isShown = file.mediaType.startsWith('image/') && file.sizeBytes <= maxWholeInputBytes
  const [isHidden, setHidden] = useState(!isShown || file.flagged)
  const address = useShownPicture(isHidden ? undefined : file)
  return (
    <div className="relative">
      {!isHidden && typeof address === 'string' ? (
        <img
          src={address}
          alt={name}
          // Main gives no picture that would take too much memory.
          onError={() => setHidden(true)}
          className="size-16 rounded-lg bg-control object-cover"
        />
      ) : (
        <span className="flex h-16 max-w-40 items-center gap-1.5 rounded-lg bg-control px-2.5 text-xs">
          <FileImage aria-hidden className="size-4 shrink-0 text-muted" />
          <bdi className="truncate">{name}</bdi>
        </span>
      )}
      <IconButton
        size="small"
        label={t('media.form.remove', { name })}
        icon={<X aria-hidden className="size-3.5" />}
        className="absolute -end-2 -top-2 size-6! rounded-full! bg-raised shadow-popup"
        onClick={onRemove}
      />
    </div>
  )
}
