import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { loadMediaModels, mediaModelsAtom, mediaModelsFailureAtom } from '../mediaModels.ts'
import { ImportWorkflow } from '../workflow/ImportWorkflow.tsx'
import { workflowProviderId } from '../workflow/importWorkflow.ts'
import { WorkflowDialog } from '../workflow/WorkflowDialog.tsx'
import { WorkflowSettings } from '../workflow/WorkflowSettings.tsx'
import { lastModel, rememberModel } from './lastModel.ts'
import { formAtom, openForm } from './mediaForm.ts'
import { ModelForm } from './ModelForm.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { NoModels } from './NoModels.tsx'
import { SettingsFromFile } from './SettingsFromFile.tsx'

/** Shows what to make, and with which model. */
export function FormPane(): ReactNode {
  const { t } = useTranslation()
  const list = useAtomValue(mediaModelsAtom)
  const failure = useAtomValue(mediaModelsFailureAtom)
  const form = useAtomValue(formAtom)
  const models = list?.models
  useEffect(() => {
    if (form || !models) return
    const first = lastModel(models) ?? models.find(({ retirement }) => !retirement) ?? models[0]
    if (first) void openForm(first)
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
