import './columns.css'
import { Tabs } from '@base-ui/react/tabs'
import { atom, useAtomValue } from 'jotai'
import { CircleAlert, Pencil } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { toWire, type WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { ErrorBoundary } from '../../ui/status/ErrorBoundary.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { columnMessagesAtom, loadColumn } from '../conversation/columnMessages.ts'
import { FailedMessage } from '../log/FailedMessage.tsx'
import { MessageIdContext } from '../log/keptState.ts'
import { AnswerBody } from '../message/AnswerBody.tsx'
import { modelNameAtom } from '../models/modelNames.ts'
import { ColumnFooter } from './ColumnFooter.tsx'
import { useIsWide } from './useIsWide.ts'

const notLoadedAtom = atom(undefined)

interface AnswerColumnsProps {
  /** The answer from which the chat goes on. */
  shown: Message
  /** The ids of all answers in columns, in their order. */
  columns: readonly string[]
}

/** Shows the answers of several models to one question side by side, or as tabs. */
export function AnswerColumns({ shown, columns }: AnswerColumnsProps): ReactNode {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const total = columns.length
  if (!isWide) return <ColumnTabs shown={shown} columns={columns} />
  return (
    <div
      role="group"
      aria-label={t('chat.columns.label')}
      // The arrow keys scroll columns that are wider than the window.
      tabIndex={0}
      className="answer-columns"
    >
      {/* By place: a column that is asked again keeps the focus within it. */}
      {columns.map((id, index) =>
        id === shown.id ? (
          <Column key={index} message={shown} isShown index={index} total={total} />
        ) : (
          <ColumnBeside key={index} id={id} index={index} total={total} />
        ),
      )}
    </div>
  )
}

/** Shows one of the answers at a time. */
function ColumnTabs({ shown, columns }: AnswerColumnsProps): ReactNode {
  const { t } = useTranslation()
  const total = columns.length
  const [place, setPlace] = useState(() => columns.indexOf(shown.id))
  return (
    <Tabs.Root value={place} onValueChange={(next) => setPlace(Number(next))}>
      <Tabs.List aria-label={t('chat.columns.label')} className="column-tabs">
        {columns.map((id, index) => (
          <Tabs.Tab key={index} value={index} className="column-tab pressable">
            {id === shown.id ? <TabName message={shown} /> : <TabNameBeside id={id} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {columns.map((id, index) => (
        <Tabs.Panel key={index} value={index}>
          {id === shown.id ? (
            <Column message={shown} isShown index={index} total={total} />
          ) : (
            <ColumnBeside id={id} index={index} total={total} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

function TabNameBeside({ id }: { id: string }): ReactNode {
  const message = useColumnMessage(id)
  return message && 'id' in message ? <TabName message={message} /> : '…'
}

function TabName({ message: { model, status } }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  const nameOf = useAtomValue(modelNameAtom)
  return (
    <>
      <span dir="auto" className="max-w-40 truncate">
        {model ? nameOf(model) : t('chat.message.assistant')}
      </span>
      {status === 'streaming' && (
        <Pencil role="img" aria-label={t('chat.columns.writing')} className="size-3.5" />
      )}
      {status === 'failed' && (
        <CircleAlert
          role="img"
          aria-label={t('chat.columns.failed')}
          className="size-3.5 text-danger-ink"
        />
      )}
    </>
  )
}

interface ColumnPlace {
  index: number
  total: number
}

interface ColumnBesideProps extends ColumnPlace {
  id: string
}

/** Shows an answer beside the shown branch, which loads, comes and fails by itself. */
const ColumnBeside = memo(function ColumnBeside({ id, ...place }: ColumnBesideProps): ReactNode {
  const message = useColumnMessage(id)
  if (!message) return <Spinner />
  if ('id' in message) return <Column message={message} {...place} />
  return <ErrorAlert error={message.error} since={message.since} />
})

type Failure = { error: WireError; since: number }

/** Returns an answer beside the shown branch, or why it can't be had; undefined while it loads. */
function useColumnMessage(id: string): Message | Failure | undefined {
  const known = useAtomValue(columnMessagesAtom).get(id)
  const [failed, setFailed] = useState<Failure>()
  useEffect(() => {
    if (known) return
    loadColumn(id).catch((failure: unknown) => {
      setFailed({ error: toWire(failure), since: Date.now() })
    })
  }, [id, known])
  const message = useAtomValue<Message | undefined>(known ?? notLoadedAtom)
  return message ?? failed
}

interface ColumnProps extends ColumnPlace {
  message: Message
  /** Whether the chat goes on from it. */
  isShown?: boolean
}

function Column({ message, isShown = false, index, total }: ColumnProps): ReactNode {
  const { t } = useTranslation()
  const nameOf = useAtomValue(modelNameAtom)
  const model = message.model ? nameOf(message.model) : t('chat.message.assistant')
  return (
    <section
      aria-label={t('chat.columns.column', { index: index + 1, total, model })}
      aria-busy={message.status === 'streaming'}
      data-shown={isShown || undefined}
      tabIndex={-1}
      className="answer-column"
    >
      <MessageIdContext value={message.id}>
        <ErrorBoundary
          key={message.id}
          renderFailed={(tryAgain) => <FailedMessage message={message} onTryAgain={tryAgain} />}
        >
          <AnswerBody message={message} last />
        </ErrorBoundary>
        <ColumnFooter message={message} isShown={isShown} total={total} />
      </MessageIdContext>
    </section>
  )
}
