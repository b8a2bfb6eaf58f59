import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { maxQueryLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'

interface AddChatsDialogProps {
  base: Base
  open: boolean
  onClose: () => void
  onAdded: () => void
}

/** Asks for chats, and adds them to a base. */
export function AddChatsDialog({ base, open, onClose, onAdded }: AddChatsDialogProps): ReactNode {
  const { t } = useTranslation()
  const { run, running, failure, clear } = useTask()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [query, setQuery] = useState('')
  const chats = useChats(open, query)
  const close = (): void => {
    setChosen(new Set())
    setQuery('')
    clear()
    onClose()
  }
  const add = async (): Promise<void> => {
    const added = await run(() =>
      api.knowledge.addChats({ baseId: base.id, conversationIds: [...chosen] }),
    )
    if (!added) return
    onAdded()
    close()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title={t('knowledge.addChats.title')}
      description={t('knowledge.addChats.description')}
      actions={
        <>
          <Button onClick={close}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            busy={running}
            onClick={() => void add()}
          >
            {chosen.size === 0
              ? t('knowledge.addChats.title')
              : t('knowledge.addChats.confirm', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <SearchField
        label={t('knowledge.addChats.search')}
        clearLabel={t('knowledge.clearSearch')}
        maxLength={maxQueryLength}
        query={query}
        onQueryChange={setQuery}
        className="field"
      />
      <ChatChoice chats={chats} chosen={chosen} onChoose={setChosen} />
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </Dialog>
  )
}

interface ChatChoiceProps {
  chats: readonly Conversation[] | undefined
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function ChatChoice({ chats, chosen, onChoose }: ChatChoiceProps): ReactNode {
  const { t } = useTranslation()
  if (!chats) return <Skeleton className="h-40 w-full" />
  if (chats.length === 0) {
    return <p className="text-sm text-muted">{t('knowledge.addChats.none')}</p>
  }
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <ul
      aria-label={t('knowledge.addChats.list')}
      className="max-h-64 min-h-0 overflow-y-auto rounded-xl border border-line p-1"
    >
      {chats.map(({ id, title }) => (
        <li key={id}>
          <label className="flex min-h-8 items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-hover">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={() => toggle(id)}
              className="size-4 accent-accent"
            />
            <span dir="auto" className="min-w-0 truncate">
              {title || t('app.palette.untitled')}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

const listedChats = 100
const pauseMilliseconds = 150

/** Returns the latest chats, or those that match; undefined before the first answer. */
function useChats(open: boolean, query: string): readonly Conversation[] | undefined {
  const [chats, setChats] = useState<readonly Conversation[]>()
  const wanted = query.trim()
  useEffect(() => {
    if (!open) return
    let current = true
    const find = async (): Promise<void> => {
      const found = await findChats(wanted).catch((): Conversation[] => [])
      if (current) setChats(found)
    }
    const timer = setTimeout(() => void find(), wanted === '' ? 0 : pauseMilliseconds)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [open, wanted])
  return chats
}

async function findChats(query: string): Promise<Conversation[]> {
  if (query === '') return await api.chat.list({ before: null, limit: listedChats })
  const hits = await api.chat.search({ query, limit: listedChats })
  return [...new Map(hits.map(({ conversation }) => [conversation.id, conversation])).values()]
}
