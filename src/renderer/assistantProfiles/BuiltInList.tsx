import { MessageSquarePlus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  Assistant,
  AssistantCategory,
  BuiltInAssistant,
} from '../../shared/assistantProfiles.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { everyOf } from '../core/everyOf.ts'
import { store } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { PlainText } from '../ui/layout/PlainText.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { showToast } from '../ui/layers/Toast.tsx'
import { assistantList } from './assistants.ts'

const categories = everyOf<AssistantCategory>({
  writing: true,
  work: true,
  learning: true,
  code: true,
  life: true,
})

interface BuiltInListProps {
  onBegin: (assistant: Assistant) => void
}

/** Lists the assistants that come with Parley. Beginning a chat with one adds it to the user's. */
export function BuiltInList({ onBegin }: BuiltInListProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const { run } = task
  const [builtIns, setBuiltIns] = useState<readonly BuiltInAssistant[]>()
  const [query, setQuery] = useState('')
  useEffect(() => void run(() => api.assistantProfiles.builtIn({})).then(setBuiltIns), [run])
  const wanted = query.trim().toLocaleLowerCase(i18n.language)
  const fitting = builtIns?.filter(({ fields: { name, description } }) =>
    `${name}\n${description}`.toLocaleLowerCase(i18n.language).includes(wanted),
  )
  const add = async (id: string): Promise<Assistant | undefined> => {
    const added = await run(() => api.assistantProfiles.addBuiltIn({ id }))
    if (added) assistantList.put(added)
    return added
  }
  const addAndTell = async (id: string): Promise<void> => {
    const before = store.get(assistantList.recordsAtom)
    const added = await add(id)
    if (!added) return
    const isKnown = before?.some((one) => one.id === added.id)
    showToast(
      isKnown
        ? t('assistantProfiles.files.known')
        : t('assistantProfiles.files.added', { count: 1 }),
    )
  }
  return (
    <section aria-label={t('assistantProfiles.builtIn.title')} className="space-y-3">
      <h3 className="text-sm font-semibold">{t('assistantProfiles.builtIn.title')}</h3>
      <SearchField
        label={t('assistantProfiles.builtIn.search')}
        clearLabel={t('assistantProfiles.builtIn.clearSearch')}
        query={query}
        onQueryChange={setQuery}
      />
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      {fitting?.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {t('assistantProfiles.builtIn.none')}
        </p>
      )}
      {categories.map((category) => {
        const rows = fitting?.filter((one) => one.category === category) ?? []
        const title = t(`assistantProfiles.builtIn.categories.${category}`)
        return rows.length === 0 ? null : (
          <div key={category} className="space-y-1.5">
            <h4 className="text-sm text-muted">{title}</h4>
            <RowList label={title}>
              {rows.map((one) => (
                <BuiltInRow
                  key={one.id}
                  builtIn={one}
                  onBegin={() => void add(one.id).then((added) => added && onBegin(added))}
                  onAdd={() => void addAndTell(one.id)}
                />
              ))}
            </RowList>
          </div>
        )
      })}
    </section>
  )
}

interface BuiltInRowProps {
  builtIn: BuiltInAssistant
  onBegin: () => void
  onAdd: () => void
}

function BuiltInRow({ builtIn: { fields }, onBegin, onAdd }: BuiltInRowProps): ReactNode {
  const { t } = useTranslation()
  const { name, emoji, description, setup } = fields
  return (
    <li className="space-y-1 px-3 py-2">
      <div className="flex items-center gap-2">
        <span aria-hidden>{emoji}</span>
        <div className="min-w-0 grow text-sm">
          <p className="font-medium break-words">{name}</p>
          <p className="break-words text-muted">{description}</p>
        </div>
        <IconButton
          size="small"
          label={t('assistantProfiles.list.begin', { name })}
          icon={<MessageSquarePlus aria-hidden className="size-4" />}
          onClick={onBegin}
        />
        <IconButton
          size="small"
          label={t('assistantProfiles.builtIn.add', { name })}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={onAdd}
        />
      </div>
      <Disclosure title={t('assistantProfiles.fields.instructions')} about={name}>
        <PlainText text={setup.instructions} />
      </Disclosure>
    </li>
  )
}
