import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { ModelSelect } from '../../core/models/ModelSelect.tsx'
import { useTask } from '../../core/useTask.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { putBase } from '../bases.ts'
import { PictureDialog } from './PictureDialog.tsx'
import { useModelPlace } from './useModelPlace.ts'

/** Chooses the model that reads the pictures of a base, and says who gets them. */
export function PictureSettings({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [asked, setAsked] = useState<ModelReference>()
  const { id: baseId, pictureReader, unreadPictures } = base
  const place = useModelPlace('chat', pictureReader)
  const label = t('knowledge.pictures.label')
  const set = (chosen: ModelReference | null): void =>
    void task.run(async () =>
      putBase(await api.knowledge.setPictureReader({ baseId, pictureReader: chosen })),
    )
  const hint = pictureReader ? (place.local ? 'local' : 'remote') : 'hint'
  return (
    <>
      <FieldRow
        label={label}
        hint={t(`knowledge.pictures.${hint}`, { provider: place.provider })}
        data-field="pictureReader"
      >
        <ModelSelect
          task="chat"
          label={label}
          chosen={pictureReader}
          unchosenText={t('knowledge.pictures.none')}
          fits={takesPictures}
          marksLocal
          onChoose={(chosen) => {
            if (chosen && unreadPictures > 0) setAsked(chosen)
            else set(chosen)
          }}
        />
      </FieldRow>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      <PictureDialog
        base={base}
        pictureReader={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={set}
      />
    </>
  )
}

/** Includes models of which nobody knows whether they take pictures. */
function takesPictures({ capabilities }: Model): boolean {
  return capabilities?.image !== false
}
