import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSettings } from '../../../shared/mediaSettings.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { store } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { mediaModelsAtom } from '../mediaModels.ts'
import { rememberModel } from './lastModel.ts'
import { formAtom, openForm } from './mediaForm.ts'
import { uploadInput } from './uploadInput.ts'
import { valuesFromSettings } from './valuesFromSettings.ts'

/** Fills the form with the settings that a chosen or dropped picture carries. */
export function SettingsFromFile({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const { run, running, failure } = useTask()
  const [hasNone, setNone] = useState(false)
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setNone(false)
    const found = await run(async () => {
      const { id: fileId } = await uploadInput(file, { purpose: 'message' })
      return api.media.readSettings({ fileId })
    })
    if (!found) return
    if (found.settings) await fillForm(found.settings)
    setNone(!found.settings)
  }
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
          accept="image/png,image/jpeg,image/webp"
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
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      </div>
    </div>
  )
}

/** Takes Parley's own settings as they are, for their model; others as far as the form has them. */
async function fillForm(settings: SavedSettings): Promise<void> {
  const models = store.get(mediaModelsAtom)?.models ?? []
  const own = models.find(
    ({ providerId, modelId }) => providerId === settings.providerId && modelId === settings.modelId,
  )
  if (own && Object.keys(settings.values).length > 0) {
    rememberModel(own)
    return openForm(own, settings.values)
  }
  const form = store.get(formAtom)
  if (form?.fields) await openForm(form.model, valuesFromSettings(form.fields, settings))
}
