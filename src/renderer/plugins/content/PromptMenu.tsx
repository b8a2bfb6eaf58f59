import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { errorText } from '../../core/errorText.ts'
import { useTask } from '../../core/useTask.ts'
import { classNames } from '../../ui/classNames.ts'
import { useLayer } from '../../ui/layers/layers.ts'
import { rankMatches } from '../../ui/controls/rankMatches.ts'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { InsertedContent } from './insertedContent.ts'
import { LeftOut } from './LeftOut.tsx'
import { PromptDialog } from './PromptDialog.tsx'
import { useContentServers } from './useContentServers.ts'
import { useListKeys } from './useListKeys.ts'
import { useServerPrompts, type OfferedPrompt } from './useServerPrompts.ts'

interface PromptMenuProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The composer's text: the menu opens while it is a slash and a word. */
  text: string
  /** The DOM id of the composer's field, which keeps the focus. */
  fieldId: string
  installed: readonly InstalledPlugin[]
  onInsert: (content: InsertedContent) => void
}

/** Offers the prompts of the chat's servers while the user types a slash. */
export function PromptMenu(props: PromptMenuProps): ReactNode {
  const { conversationId, text, fieldId, installed, onInsert } = props
  const { t } = useTranslation()
  const listId = useId()
  const [isDismissed, setDismissed] = useState(false)
  const [chosen, setChosen] = useState<OfferedPrompt>()
  const [active, setActive] = useState(0)
  const query = /^\/(\S*)$/.exec(text)?.[1]
  const isAsked = query !== undefined
  useEffect(() => {
    setActive(0)
    if (!query) setDismissed(false)
  }, [query])
  const known = useContentServers(conversationId, isAsked, installed)
  const servers = useMemo(() => known.filter(({ prompts }) => prompts), [known])
  const { prompts, asked, failures, cut } = useServerPrompts(servers)
  const shown = useMemo(
    () =>
      rankMatches(prompts, query ?? '', ({ prompt, server }) => ({
        label: prompt.title,
        more: [prompt.name, server.title],
      })),
    [prompts, query],
  )
  const { run, running, failure, clear } = useTask()
  const isOpen =
    isAsked &&
    !isDismissed &&
    !chosen &&
    (shown.length > 0 || asked.length > 0 || failures.length > 0 || failure !== undefined)
  const close = (): void => {
    setDismissed(true)
    clear()
  }
  useLayer('popup', isOpen, close)
  const isWaiting = useRef(false)
  useEffect(() => {
    isWaiting.current = isAsked && !isDismissed
  }, [isAsked, isDismissed])
  const choose = (offered: OfferedPrompt | undefined): void => {
    if (!offered || running) return
    if (offered.prompt.arguments.length > 0) return setChosen(offered)
    const { server, prompt } = offered
    void run(async () => {
      const { pluginId } = server
      const given = { pluginId, name: prompt.name, arguments: {} }
      const filled = await api.pluginContent.fillPrompt(given)
      // The user may have gone on writing meanwhile.
      if (isWaiting.current) onInsert(filled)
    })
  }
  const optionId = (offered: OfferedPrompt | undefined): string | undefined =>
    offered && `${listId}-${offered.key}`
  useListKeys({
    field: isOpen ? document.getElementById(fieldId) : null,
    listId: isOpen ? listId : null,
    activeId: optionId(shown[active]),
    onMove: (step) => setActive((at) => (at + step + shown.length) % shown.length),
    onChoose: () => choose(shown[active]),
    onClose: close,
  })
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && asked.length === 0 && t('plugins.prompts.found', { count: shown.length })}
      </p>
      {isOpen &&
        createPortal(
          <div className="popup-motion fixed z-50 mb-2 flex max-h-[min(22rem,50vh)] w-[anchor-size(width)] flex-col gap-1 overflow-y-auto overscroll-contain rounded-xl bg-raised p-1 text-sm text-ink shadow-popup [position-anchor:--composer] [position-area:top]">
            <div role="listbox" id={listId} aria-label={t('plugins.prompts.list')}>
              {shown.map((offered, at) => (
                <PromptOption
                  key={offered.key}
                  id={optionId(offered) ?? ''}
                  offered={offered}
                  isActive={at === active}
                  isBusy={running && at === active}
                  onPoint={() => setActive(at)}
                  onChoose={() => choose(offered)}
                />
              ))}
            </div>
            {asked.map(({ pluginId, title }) => (
              <p key={pluginId} className="flex items-center gap-2 px-2.5 py-1.5 text-muted">
                <Spinner />
                <span>{t('plugins.prompts.asking', { name: visibleText(title) })}</span>
              </p>
            ))}
            {cut.map(({ server, leftOut, isCut }) => (
              <p key={server.pluginId} className="px-2.5 py-1.5 text-muted">
                <bdi>{visibleText(server.title)}</bdi>: <LeftOut count={leftOut} isCut={isCut} />
              </p>
            ))}
            {failures.map(({ server, error }) => (
              <p key={server.pluginId} className="px-2.5 py-1.5 text-danger-ink">
                <bdi>{visibleText(server.title)}</bdi>: {errorText(t, error).sentence}
              </p>
            ))}
            {failure && <ErrorAlert error={failure.error} since={failure.at} />}
          </div>,
          document.body,
        )}
      {chosen && (
        <PromptDialog
          offered={chosen}
          onInsert={(content) => {
            setChosen(undefined)
            onInsert(content)
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

interface PromptOptionProps {
  id: string
  offered: OfferedPrompt
  isActive: boolean
  isBusy: boolean
  onPoint: () => void
  onChoose: () => void
}

function PromptOption(props: PromptOptionProps): ReactNode {
  const { id, offered, isActive, isBusy, onPoint, onChoose } = props
  const { t } = useTranslation()
  const { prompt, server } = offered
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [isActive, id])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isActive}
      onPointerMove={onPoint}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'cursor-default rounded-lg px-2.5 py-1.5 select-none',
        isActive && 'bg-hover',
      )}
    >
      <p className="flex items-baseline gap-2">
        <bdi className="min-w-0 font-medium break-words">{visibleText(prompt.title)}</bdi>
        <code dir="ltr" className="min-w-0 truncate text-xs text-muted">
          /{visibleText(prompt.name)}
        </code>
        <span className="ms-auto max-w-40 shrink-0 truncate text-xs text-muted">
          {t('plugins.prompts.from', { name: visibleText(server.title) })}
        </span>
        {isBusy && <Spinner />}
      </p>
      {prompt.description !== '' && (
        <p dir="auto" className="own-direction line-clamp-2 text-xs text-muted">
          {visibleText(prompt.description)}
        </p>
      )}
    </div>
  )
}
