import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { PromptFields } from '../../../shared/prompts.ts'
import { fillVariables } from '../../../shared/promptVariables.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import type { InsertedContent } from '../../plugins/content/insertedContent.ts'
import { PromptDialog } from '../../plugins/content/PromptDialog.tsx'
import { useListKeys } from '../../plugins/content/useListKeys.ts'
import type { OfferedPrompt } from '../../plugins/content/useServerPrompts.ts'
import { useLayer } from '../../ui/layers/layers.ts'
import { GrowingEnd, useGrowingCount } from '../GrowingEnd.tsx'
import { promptsOpenAtom } from '../prompts.ts'
import { fillTimes, listAsked } from './builtInValues.ts'
import { MenuNotes } from './MenuNotes.tsx'
import type { Offer } from './offeredPrompts.ts'
import { PromptOption } from './PromptOption.tsx'
import type { SlashWord } from './slashWord.ts'
import { useHasFocus } from './useHasFocus.ts'
import { useOffers } from './useOffers.ts'
import { useSlashWord } from './useSlashWord.ts'
import { VariablesDialog } from './VariablesDialog.tsx'

interface SlashMenuProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The composer's text, and the DOM id of its field, which keeps the focus. */
  text: string
  fieldId: string
  /** Returns the text that is selected in the chat; empty if there is none. */
  readSelection: () => Promise<string>
  /** Gets a prompt in place of the slash and its word. */
  onInsert: (content: InsertedContent, place: SlashWord) => void
}

/** A prompt whose variables the user fills in. */
type Filling =
  | { kind: 'own'; id: string; fields: PromptFields; selectedText: string }
  | { kind: 'server'; offered: OfferedPrompt }

/** Offers the prompts of the library and of the chat's servers while the user types a slash. */
export function SlashMenu(props: SlashMenuProps): ReactNode {
  const { conversationId, text, fieldId, readSelection, onInsert } = props
  const { t, i18n } = useTranslation()
  const listId = useId()
  const [isDismissed, setDismissed] = useState(false)
  const [filling, setFilling] = useState<Filling>()
  const [activeKey, setActiveKey] = useState<string>()
  const word = useSlashWord(fieldId, text)
  const query = word?.query
  useEffect(() => {
    setActiveKey(undefined)
    if (!query) setDismissed(false)
  }, [query])
  const { shown, ...notes } = useOffers(conversationId, query)
  const { count, grow } = useGrowingCount(shown.length, query)
  // A server's answer moves the others: what Enter chooses stays the same.
  const active = Math.max(
    0,
    shown.findIndex(({ key }) => key === activeKey),
  )
  const move = (step: 1 | -1): void => {
    const next = active + step
    if (next >= count) grow()
    setActiveKey(shown[next < 0 ? count - 1 : next % shown.length]?.key)
  }
  const { run, running, failure, clear } = useTask()
  const hasNotes = notes.asked.length > 0 || notes.failures.length > 0 || failure !== undefined
  const hasOffers = shown.length > 0 || hasNotes || notes.ownFailure !== undefined
  const hasFocus = useHasFocus(fieldId)
  const isOpen = word !== undefined && !isDismissed && !filling && hasOffers && hasFocus
  const close = (): void => {
    setDismissed(true)
    clear()
  }
  useLayer('popup', isOpen, close)
  const place = useRef<SlashWord>(undefined)
  useEffect(() => {
    place.current = isDismissed ? undefined : word
    return () => {
      place.current = undefined
    }
  })
  // The user may have gone on writing, or to another chat, while the prompt was read.
  const insert = (content: InsertedContent): void => {
    if (place.current) onInsert(content, place.current)
  }
  const insertFilled = (content: InsertedContent): void => {
    // At once: what a dialog lies over can't take the focus.
    flushSync(() => setFilling(undefined))
    insert(content)
  }
  const choose = (offer: Offer | undefined): void => {
    if (!offer || running) return
    if (offer.kind === 'server') {
      const { offered } = offer
      if (offered.prompt.arguments.length > 0) return setFilling({ kind: 'server', offered })
      const { pluginId } = offered.server
      const given = { pluginId, name: offered.prompt.name, arguments: {} }
      return void run(async () => insert(await api.pluginContent.fillPrompt(given)))
    }
    const { id } = offer.prompt
    void run(async () => {
      const fields = await api.prompts.read({ id })
      const asked = listAsked(fields.text)
      const isSelectionAsked = asked.some(({ builtIn }) => builtIn === 'selection')
      const selectedText = isSelectionAsked ? await readSelection() : ''
      if (!place.current) return
      if (asked.length > 0) return setFilling({ kind: 'own', id, fields, selectedText })
      const values = fillTimes(fields.text, i18n.language, Date.now())
      insert({ text: fillVariables(fields.text, values), files: [] })
    })
  }
  const optionId = (offer: Offer | undefined): string | undefined =>
    offer && `${listId}-${offer.key}`
  useListKeys({
    field: isOpen ? document.getElementById(fieldId) : null,
    listId: isOpen ? listId : null,
    activeId: optionId(shown[active]),
    onMove: move,
    onChoose: () => choose(shown[active]),
    onClose: close,
  })
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && notes.asked.length === 0 && t('plugins.prompts.found', { count: shown.length })}
      </p>
      {isOpen &&
        createPortal(
          <div
            role="presentation"
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            className="popup-motion fixed z-50 mb-2 flex max-h-[min(22rem,50vh)] w-[anchor-size(width)] flex-col gap-1 rounded-xl bg-raised p-1 text-sm text-ink shadow-popup [position-anchor:--composer] [position-area:top]"
          >
            <div className="min-h-0 overflow-x-hidden overflow-y-auto overscroll-contain">
              <div role="listbox" id={listId} aria-label={t('prompts.menu.list')}>
                {shown.slice(0, count).map((offer, at) => (
                  <PromptOption
                    key={offer.key}
                    id={optionId(offer) ?? ''}
                    offer={offer}
                    isActive={at === active}
                    isBusy={running && at === active}
                    onPoint={() => setActiveKey(offer.key)}
                    onChoose={() => choose(offer)}
                  />
                ))}
              </div>
              {count < shown.length && <GrowingEnd key={count} onSeen={grow} />}
              <MenuNotes {...notes} failure={failure} />
            </div>
            <MenuFoot />
          </div>,
          document.body,
        )}
      {filling?.kind === 'own' && (
        <VariablesDialog
          {...filling}
          onInsert={(filled) => insertFilled({ text: filled, files: [] })}
          onClose={() => setFilling(undefined)}
        />
      )}
      {filling?.kind === 'server' && (
        <PromptDialog
          offered={filling.offered}
          onInsert={insertFilled}
          onClose={() => setFilling(undefined)}
        />
      )}
    </>
  )
}

/** Tells the keys, and leads to the library. */
function MenuFoot(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 border-t border-line px-2.5 pt-1.5 pb-0.5 text-xs text-muted">
      <p className="min-w-0 grow">{t('prompts.menu.keys')}</p>
      <button
        type="button"
        className="shrink-0 rounded-md px-1.5 py-1 text-accent-ink hover:bg-hover"
        onClick={() => store.set(promptsOpenAtom, true)}
      >
        {t('prompts.menu.manage')}
      </button>
    </div>
  )
}
