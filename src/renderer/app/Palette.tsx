import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Check, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalWatch } from '../providers/useLocalWatch.ts'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { closeLayers } from '../ui/layers/layers.ts'
import { ShortcutKeys } from '../ui/controls/ShortcutKeys.tsx'
import { endTypeAhead, paletteQueryAtom } from './paletteQuery.ts'
import { findEntries, paletteGroups, searchedEntries } from './paletteEntries.ts'
import type { PaletteGroup } from './paletteEntries.ts'
import type { PaletteEntry } from './settingEntries.ts'
import { shortcutKeys } from '../core/shortcutText.ts'
import {
  infoAtom,
  modelsAtom,
  paletteOpenAtom,
  preferencesAtom,
  providersAtom,
  store,
} from '../core/store.ts'
import { usePaletteChats } from './usePaletteChats.ts'
import type { PaletteChat } from './usePaletteChats.ts'

/** Shows chats, commands, models and settings with their values in one searchable list. */
export function Palette(): ReactNode {
  const { t } = useTranslation()
  const setOpen = useSetAtom(paletteOpenAtom)
  const [query, setQuery] = useAtom(paletteQueryAtom)
  const chats = usePaletteChats(query)
  const groups = useGroups(query, chats)
  const [selected, setSelected] = useSelected(groups, query, chats)
  const popup = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const leads = useRef(false)
  // Read before the search field takes the focus.
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(endTypeAhead, [])
  useHeldFocus(popup, input)
  useLocalWatch()

  const choose = (entry: PaletteEntry): void => {
    leads.current = entry.leads
    store.set(paletteOpenAtom, false)
    if (entry.leads) closeLayers('dialog')
    entry.run()
  }
  return (
    <Dialog.Root open onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop-motion fixed inset-0 z-60 bg-backdrop" />
        <Dialog.Popup
          ref={popup}
          aria-label={t('app.palette.title')}
          initialFocus={input}
          // An entry that leads elsewhere has put the focus there, or will.
          finalFocus={() => !leads.current && returnTarget(focusedBefore)}
          className="popup-motion fixed inset-x-4 top-[12vh] z-60 mx-auto max-w-xl rounded-2xl bg-raised text-ink shadow-popup outline-none"
        >
          <Command
            label={t('app.palette.title')}
            loop
            shouldFilter={false}
            value={selected}
            onValueChange={setSelected}
          >
            <div className="flex items-center gap-2.5 px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                ref={input}
                // At once: the dialog itself waits for a frame, and what is typed till then is lost.
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by its keys
                autoFocus
                value={query}
                onValueChange={setQuery}
                placeholder={t('app.palette.placeholder')}
                className="h-12 w-full bg-transparent outline-none"
              />
            </div>
            <Command.List
              label={t('app.palette.title')}
              className="palette-list max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-1.5 pt-0"
            >
              {groups?.map(({ heading, entries }) => (
                <Command.Group key={heading} {...(heading ? { heading } : {})}>
                  {entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} onSelect={() => choose(entry)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            {groups?.length === 0 && <EmptyState title={t('app.palette.none')} />}
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Returns the element that gets the focus back; true lets the dialog choose. */
function returnTarget(before: Element | null): HTMLElement | true {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
  return isThere ? before : true
}

/** Returns the groups of entries; undefined until the recent chats, which come first, are known. */
function useGroups(
  query: string,
  chats: readonly PaletteChat[] | undefined,
): readonly PaletteGroup[] | undefined {
  const { t, i18n } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  const { language } = i18n
  const searched = useMemo(
    () =>
      searchedEntries({
        t,
        language,
        preferences,
        models: models ?? [],
        providers: providers ?? [],
      }),
    [t, language, preferences, models, providers],
  )
  return useMemo(() => {
    if (query.trim() === '') return chats && paletteGroups(chats, t)
    const entries = findEntries(searched, chats ?? [], query, t)
    return entries.length > 0 ? [{ heading: '', entries }] : []
  }, [t, searched, chats, query])
}

/** Returns the entry that Enter runs: the first found, until the user selects another. */
function useSelected(
  groups: readonly PaletteGroup[] | undefined,
  query: string,
  chats: readonly PaletteChat[] | undefined,
): [selected: string, setSelected: (id: string) => void] {
  const [moved, setMoved] = useState<{ id: string; query: string; chats: typeof chats }>()
  const entries = groups?.flatMap((group) => group.entries) ?? []
  const isNow = moved?.query === query && moved.chats === chats
  const found = isNow ? entries.find(({ id }) => id === moved.id) : undefined
  return [(found ?? entries[0])?.id ?? '', (id) => setMoved({ id, query, chats })]
}

/**
 * Keeps the focus in the palette: a popup that closed just before takes it back when it has faded
 * out.
 */
function useHeldFocus(
  popup: RefObject<HTMLElement | null>,
  input: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const hold = ({ target }: FocusEvent): void => {
      if (!popup.current?.contains(target as Node)) input.current?.focus()
    }
    document.addEventListener('focusin', hold)
    return () => document.removeEventListener('focusin', hold)
  }, [popup, input])
}

function Entry({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }): ReactNode {
  const { t } = useTranslation()
  const platform = useAtomValue(infoAtom)?.platform
  const { id, icon: Icon, label, description, isCurrent, shortcut } = entry
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-lg px-3 py-1.5 text-sm select-none data-[selected=true]:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">
        <bdi>{label}</bdi>
        {description && (
          <>
            {' '}
            <bdi className="ps-1 text-muted">{description}</bdi>
          </>
        )}
      </span>
      {isCurrent && (
        <Check
          role="img"
          aria-label={t('app.palette.current')}
          className="size-4 shrink-0 text-accent-ink"
        />
      )}
      {shortcut && platform && <ShortcutKeys keys={shortcutKeys(shortcut, platform)} />}
    </Command.Item>
  )
}
