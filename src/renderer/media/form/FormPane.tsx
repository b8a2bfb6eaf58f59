import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaModel } from '../../../shared/media/media.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { sameModel, store } from '../../core/store.ts'
import { loadMediaModels, mediaModelsAtom, mediaModelsFailureAtom } from '../mediaModels.ts'
import { OpenSketch } from '../sketch/OpenSketch.tsx'
import { ImportWorkflow } from '../workflow/ImportWorkflow.tsx'
import { workflowProviderId } from '../workflow/importWorkflow.ts'
import { WorkflowDialog } from '../workflow/WorkflowDialog.tsx'
import { WorkflowSettings } from '../workflow/WorkflowSettings.tsx'
import { readKeptForm } from './keptForm.ts'
import { lastModel, rememberModel } from './lastModel.ts'
import { formAtom, openForm } from './mediaForm.ts'
import { ModelForm } from './ModelForm.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { NoModels } from './NoModels.tsx'
import { SettingsFromFile } from './SettingsFromFile.tsx'

/** Opens the form that the user has left, or that of another model if its own is gone. */
async function openFirst(models: readonly MediaModel[]): Promise<void> {
  // A failure to read it is shown with the form.
  const kept = await readKeptForm().catch(() => undefined)
  // Another place may have filled the form meanwhile.
  if (store.get(formAtom)) return
  const first =
    models.find((model) => kept && sameModel(model, kept)) ??
    lastModel(models) ??
    models.find(({ retirement }) => !retirement) ??
    models[0]
  if (first) await openForm(first)
}

/** Shows what to make, and with which model. */
export function FormPane(): ReactNode {
  const { t } = useTranslation()
  const list = useAtomValue(mediaModelsAtom)
  const failure = useAtomValue(mediaModelsFailureAtom)
  const form = useAtomValue(formAtom)
  const models = list?.models
  useEffect(() => {
    if (form || !models) return
    void openFirst(models)
  }, [form, models])
  if (failure) {
    return (
      <ErrorAlert
        error={failure.error}
        since={failure.at}
        onAction={() => void loadMediaModels()}
        offered={['retry']}
      />
    )
  }
  if (models && models.length === 0 && !form) {
    return <NoModels />
  }
  return (
    <div className="space-y-4">
      <div className="space-y-1.5 *:[button]:w-full *:[button]:max-w-none">
        <p aria-hidden className="text-sm font-medium">
          {t('media.model')}
        </p>
        <ModelPicker
          chosen={form?.model}
          onChoose={(model) => {
            rememberModel(model)
            void openForm(model)
          }}
        />
      </div>
      <div className="flex flex-wrap items-start gap-1.5">
        {/* Until the models are known, this pane may still give way to another. */}
        {models && <ImportWorkflow />}
        {models && <OpenSketch />}
        {form?.model.providerId === workflowProviderId && (
          <WorkflowSettings id={form.model.modelId} />
        )}
      </div>
      <WorkflowDialog />
      <SettingsFromFile>
        <ModelForm />
      </SettingsFromFile>
    </div>
  )
}
