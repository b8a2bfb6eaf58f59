import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { baseNameLengthMaximum } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { preferencesAtom } from '../../core/store.ts'
import { useModelList } from '../../core/useModelList.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { basesAtom, putBase } from '../bases.ts'
import { knowledgeViewAtom, newBaseOpenAtom } from '../knowledgeView.ts'
import { EmbedderField } from './EmbedderField.tsx'

/** Asks for the name and the embedding model of a new base, and creates it. */
export function NewBaseDialog(): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(newBaseOpenAtom)
  const task = useTask()
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        task.clear()
      }}
      title={t('knowledge.newBase.title')}
      description={t('knowledge.newBase.description')}
      actions={
        <>
          <Button onClick={() => setOpen(false)}>{t('app.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={task.running}>
            {t('knowledge.newBase.create')}
          </Button>
        </>
      }
    >
      {open && <NewBaseForm id={formId} task={task} onCreated={() => setOpen(false)} />}
    </Dialog>
  )
}

interface NewBaseFormProps {
  id: string
  task: ReturnType<typeof useTask>
  onCreated: () => void
}

function NewBaseForm({ id, task, onCreated }: NewBaseFormProps): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const suggested = useSuggestedEmbedder()
  const [chosen, setChosen] = useState<ModelReference | null>()
  const hasTeam = (useAtomValue(preferencesAtom)?.knowledge.teamAddress ?? '') !== ''
  const [kept, setKept] = useState<'local' | 'postgres'>('local')
  const store = hasTeam ? kept : 'local'
  const embedder = chosen === undefined ? suggested : chosen
  const create = async (): Promise<void> => {
    if (name.trim() === '') {
      setMissing(true)
      return
    }
    const base = await task.run(() => api.knowledge.create({ name: name.trim(), store, embedder }))
    if (!base) return
    putBase(base)
    setView({ baseId: base.id, tab: 'sources' })
    onCreated()
  }
  return (
    <form
      id={id}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextField
        label={t('knowledge.name')}
        value={name}
        maxLength={baseNameLengthMaximum}
        error={missing ? t('knowledge.nameMissing') : undefined}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
        }}
      />
      {hasTeam && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span>{t('knowledge.facts.store')}</span>
          <Select
            label={t('knowledge.facts.store')}
            value={store}
            options={[
              { value: 'local', label: t('knowledge.stores.local') },
              { value: 'postgres', label: t('knowledge.stores.postgres') },
            ]}
            onValueChange={setKept}
          />
        </div>
      )}
      <EmbedderField embedder={embedder} onChoose={setChosen} />
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </form>
  )
}

/** Returns the newest base's model, or one that keeps the text on this computer; null for none. */
function useSuggestedEmbedder(): ModelReference | null {
  const bases = useAtomValue(basesAtom) ?? []
  const list = useModelList('embed')
  const newest = bases.toSorted((one, other) => other.createdAt - one.createdAt)[0]
  if (newest) return (newest.nextSpace ?? newest.space)?.model ?? null
  const local = list?.models.find((model) => model.local)
  return local ? { providerId: local.providerId, modelId: local.modelId } : null
}
