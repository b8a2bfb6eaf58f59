import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fileFormats, formatsWith } from '../../../shared/fileFormats.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatList } from '../../ui/formatList.ts'
import { titleOfName } from './fieldTitle.ts'
import { fillForm } from './fillForm.ts'
import { uploadInput } from './uploadInput.ts'

const accepted = formatsWith('isEditable', true)
  .map((name) => fileFormats[name].mediaType)
  .join(',')

/** Fills the form with the settings that a chosen or dropped picture carries. */
export function SettingsFromFile({ children }: { children: ReactNode }): ReactNode {
  const { t, i18n } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const { run, running, failure } = useTask()
  const [hasNone, setNone] = useState(false)
  const [unused, setUnused] = useState<readonly string[]>([])
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setNone(false)
    setUnused([])
    const found = await run(async () => {
      const { id: fileId } = await uploadInput(file, { purpose: 'message' })
      return api.media.readSettings({ fileId })
    })
    if (!found) return
    if (found.settings) setUnused(await fillForm(found.settings))
    setNone(!found.settings)
  }
  const titleOf = (name: string): string =>
    name === 'model' ? t('media.model') : titleOfName(t, name)
  const onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void read(file)
  }
  return (
    <div className="space-y-4" onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      {children}
      <div className="space-y-1.5">
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t('media.fromFile.title')}
          accept={accepted}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        <Button
          size="small"
          variant="quiet"
          busy={running}
          icon={<FileUp aria-hidden className="size-4" />}
          onClick={() => chooser.current?.click()}
        >
          {t('media.fromFile.title')}
        </Button>
        {hasNone && (
          <p role="status" className="text-xs text-muted">
            {t('media.fromFile.none')}
          </p>
        )}
        {unused.length > 0 && (
          <p role="status" className="text-xs text-muted">
            {t('media.fromFile.unused', { names: formatList(i18n.language, unused.map(titleOf)) })}
          </p>
        )}
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      </div>
    </div>
  )
}
