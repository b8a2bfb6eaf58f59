import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model, ModelReference, ModelTask } from '../../../shared/models.ts'
import { PickerButton } from '../../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { errorText } from '../errorText.ts'
import { modelGroups } from './modelGroups.ts'
import type { LeadingGroup } from './modelGroups.ts'
import { providersAtom, sameModel } from '../store.ts'
import type { ModelFailure, ModelList } from '../store.ts'
import { useModelList } from './useModelList.ts'

interface ModelSelectProps {
  task: ModelTask
  /** The setting's name. The button is named after it and the chosen model. */
  label: string
  chosen: ModelReference | null
  /** The entry for no model, such as "Automatic". */
  unchosenText: string
  /** Groups before those of the providers, which leave out their models. */
  leading?: readonly LeadingGroup[]
  /** Tells which of the listed models fit; by default all. */
  fits?: (model: Model) => boolean
  /** Marks the models on this machine. */
  marksLocal?: boolean
  onChoose: (model: ModelReference | null) => void
}

/** Chooses a model for a task, or none, from a searchable list by provider. */
export function ModelSelect(props: ModelSelectProps): ReactNode {
  const { task, label, chosen, unchosenText, leading = [], marksLocal = false, fits } = props
  const { t } = useTranslation()
  const list = useModelList(task)
  const providers = useAtomValue(providersAtom) ?? []
  const listed = list?.models ?? []
  const fitting = fits ? listed.filter(fits) : listed
  const groups = modelGroups({ models: fitting, providers, leading, chosen })
  const models = groups.flatMap((group) => group.models)
  const current = chosen && models.find((model) => sameModel(model, chosen))
  const text = current ? current.name : unchosenText
  return (
    <SearchableSelect
      trigger={
        <PickerButton
          aria-label={t('app.palette.settingValue', { setting: label, value: text })}
          text={text}
        />
      }
      listLabel={label}
      searchLabel={t('chat.model.search')}
      emptyText={t('chat.model.notFound')}
      groups={[
        { label: '', items: [{ value: unchosen, label: unchosenText }] },
        ...groups.map((group) => ({
          label: group.label,
          items: group.models.map((model) => ({
            value: valueOf(model),
            label: model.name,
            ...(model.provider !== undefined && { description: model.provider }),
            ...(marksLocal && model.local && { description: t('chat.model.local') }),
          })),
        })),
      ]}
      footer={<ListNotes list={list} missing={current?.isMissing ? current.name : undefined} />}
      value={chosen ? valueOf(chosen) : unchosen}
      onSelect={(value) => {
        const model = models.find((candidate) => valueOf(candidate) === value)
        props.onChoose(model ? { providerId: model.providerId, modelId: model.modelId } : null)
      }}
    />
  )
}

const unchosen = ''

function valueOf({ providerId, modelId }: ModelReference): string {
  return JSON.stringify([providerId, modelId])
}

interface ListNotesProps {
  list: ModelList | undefined
  /** The name of the chosen model if no provider lists it. */
  missing: string | undefined
}

/** Says that the list is loading, which providers failed, whose list was cut, and what is gone. */
function ListNotes({ list, missing }: ListNotesProps): ReactNode {
  const { t } = useTranslation()
  const providers = useAtomValue(providersAtom) ?? []
  const nameOf = (id: string): string => providers.find((one) => one.id === id)?.name ?? id
  if (!list) return <Skeleton className="mx-3.5 mb-3 h-4" />
  const failures = list.failures.filter(isToTell).map(({ providerId, error }) => {
    const details = { provider: nameOf(providerId), ...error.details }
    return errorText(t, { ...error, details }).sentence
  })
  const notes = [
    ...(missing === undefined ? [] : [t('chat.model.unavailable', { model: missing })]),
    ...failures,
    ...list.cut.map((id) => t('chat.model.cut', { provider: nameOf(id) })),
  ]
  return notes.map((note) => (
    <p key={note} className="px-3.5 pb-2 text-xs text-muted">
      {note}
    </p>
  ))
}

/** A provider that was never set up has not failed. */
function isToTell({ error }: ModelFailure): boolean {
  return error.code !== 'keyMissing' && error.code !== 'credentialsMissing'
}
