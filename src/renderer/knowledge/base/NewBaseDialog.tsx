import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ExpiryDays,
  hostedDollarsPerGigabyteAndDay,
} from '../../../shared/knowledge/knowledgeHosted.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import { maxBaseNameLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { preferencesAtom } from '../../core/store.ts'
import { useModelList } from '../../core/models/useModelList.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { formatDollars } from '../../ui/formatAmount.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { basesAtom, putBase } from '../bases.ts'
import { ExpiryField } from '../hosted/ExpiryField.tsx'
import { useHosts } from '../hosted/useHosts.ts'
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
  const hosts = useHosts()
  const places = [
    { value: 'local', label: t('knowledge.stores.local') },
    ...(hasTeam ? [{ value: 'postgres', label: t('knowledge.stores.postgres') }] : []),
    ...hosts.map(({ id: hostId, name: provider }) => ({
      value: `openai ${hostId}`,
      label: t('knowledge.stores.openai', { provider }),
    })),
  ]
  const [kept, setKept] = useState('local')
  const [expiryDays, setExpiryDays] = useState<ExpiryDays>(30)
  const place = places.some(({ value }) => value === kept) ? kept : 'local'
  const host = hosts.find(({ id: hostId }) => place === `openai ${hostId}`)
  const embedder = chosen === undefined ? suggested : chosen
  const create = async (): Promise<void> => {
    if (name.trim() === '') {
      setMissing(true)
      return
    }
    const base = await task.run(() =>
      api.knowledge.create({
        name: name.trim(),
        ...(host
          ? { store: 'openai', providerId: host.id, embedder: null, expiryDays }
          : { store: place === 'postgres' ? 'postgres' : 'local', embedder }),
      }),
    )
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
        maxLength={maxBaseNameLength}
        error={missing ? t('knowledge.nameMissing') : undefined}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
        }}
      />
      {places.length > 1 && (
        <FieldRow label={t('knowledge.facts.store')}>
          <Select
            label={t('knowledge.facts.store')}
            value={place}
            options={places}
            onValueChange={setKept}
          />
        </FieldRow>
      )}
      {host ? (
        <>
          <HostHint host={host} />
          <ExpiryField days={expiryDays} onChoose={setExpiryDays} />
        </>
      ) : (
        <EmbedderField embedder={embedder} onChoose={setChosen} />
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </form>
  )
}

/** Says what the service gets and what it costs, where that is known. */
function HostHint({ host }: { host: ProviderState }): ReactNode {
  const { t, i18n } = useTranslation()
  const price = formatDollars(i18n.language, dollarsPerGigabyteAndDay)
  return (
    <p className="text-sm text-pretty text-muted">
      {t('knowledge.hosted.hint', { provider: host.name })}{' '}
      {host.presetId === 'openai' && t('knowledge.hosted.price', { price })}
    </p>
  )
}

const dollarsPerGigabyteAndDay: typeof hostedDollarsPerGigabyteAndDay = 0.1

/** Returns the newest base's model, or one that keeps the text on this computer; null for none. */
function useSuggestedEmbedder(): ModelReference | null {
  const bases = useAtomValue(basesAtom) ?? []
  const list = useModelList('embed')
  const newest = bases.toSorted((one, other) => other.createdAt - one.createdAt)[0]
  if (newest) return (newest.nextSpace ?? newest.space)?.model ?? null
  const local = list?.models.find((model) => model.local)
  return local ? { providerId: local.providerId, modelId: local.modelId } : null
}
