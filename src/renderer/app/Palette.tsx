import { Dialog } from '@base-ui/react/dialog'
import { Command, defaultFilter } from 'cmdk'
import { useAtomValue, useSetAtom } from 'jotai'
import { Cpu, MessageSquare, Search, Settings } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { commandIds, defaultShortcuts } from '../../shared/commands.ts'
import { chooseModel, openChat } from '../chat/actions.ts'
import { attempt } from '../chat/failures.ts'
import { settingsSections } from '../settings/sections.ts'
import { ShortcutKeys } from '../ui/ShortcutKeys.tsx'
import { commands, isEnabled, runCommand } from './commands.ts'
import { shortcutKeys } from './shortcuts.ts'
import {
  infoAtom,
  modelsAtom,
  openSettings,
  paletteOpenAtom,
  placeAtom,
  providersAtom,
  store,
} from './store.ts'
import { usePaletteChats } from './usePaletteChats.ts'
import type { PaletteChat } from './usePaletteChats.ts'

/** Chats, commands, models and settings in one searchable list. */
export function Palette(): ReactNode {
  const { t } = useTranslation()
  const setOpen = useSetAtom(paletteOpenAtom)
  const [query, setQuery] = useState('')
  const chats = usePaletteChats(query)
  const [selected, setSelected] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was selected may have been a chat that the new answer no longer has.
    if (list.current?.querySelector('[cmdk-item][aria-selected=true]')) return
    setSelected(list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? '')
  }, [chats])
  return (
    <Dialog.Root open onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop-motion fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          aria-label={t('app.palette.title')}
          className="popup-motion fixed inset-x-4 top-[12vh] z-40 mx-auto max-w-xl rounded-2xl bg-raised text-ink shadow-popup outline-none"
        >
          <Command
            label={t('app.palette.title')}
            loop
            filter={scoreEntry}
            value={selected}
            onValueChange={setSelected}
          >
            <div className="flex items-center gap-2.5 px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={t('app.palette.placeholder')}
                className="h-12 w-full bg-transparent outline-none"
              />
            </div>
            <Command.List
              ref={list}
              aria-label={t('app.palette.title')}
              className="palette-list max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-1.5 pt-0"
            >
              {/* All at once: what is first in the list when it appears is what Enter runs. */}
              {chats && (
                <>
                  <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
                    {t('app.palette.none')}
                  </Command.Empty>
                  <ChatEntries chats={chats} />
                  <CommandEntries />
                  <SettingsEntries />
                  {query !== '' && <ModelEntries />}
                </>
              )}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Main has found the chats already, in more than their titles: they come after good matches. */
const chatScore = 0.4

function scoreEntry(value: string, search: string, keywords: string[] = []): number {
  return value.startsWith('chat ') ? chatScore : defaultFilter(keywords.join(' '), search)
}

function ChatEntries({ chats }: { chats: readonly PaletteChat[] }): ReactNode {
  const { t } = useTranslation()
  if (chats.length === 0) return null
  return (
    <Command.Group heading={t('app.palette.chats')}>
      {chats.map(({ conversation, excerpt, messageId }) => (
        <Entry
          key={conversation.id}
          value={`chat ${conversation.id}`}
          icon={<MessageSquare aria-hidden className="size-4 shrink-0 text-muted" />}
          label={conversation.title || t('app.palette.untitled')}
          description={excerpt}
          onSelect={() => {
            store.set(placeAtom, 'chats')
            openChat(conversation.id, messageId)
          }}
        />
      ))}
    </Command.Group>
  )
}

function CommandEntries(): ReactNode {
  const { t } = useTranslation()
  const platform = useAtomValue(infoAtom)?.platform
  return (
    <Command.Group heading={t('app.palette.commands')}>
      {commandIds
        .filter((id) => id !== 'openPalette' && isEnabled(id))
        .map((id) => {
          const { icon: Icon, titleKey } = commands[id]
          const accelerator = defaultShortcuts[id]
          return (
            <Entry
              key={id}
              value={`command ${id}`}
              icon={<Icon aria-hidden className="size-4 shrink-0 text-muted" />}
              label={t(titleKey)}
              end={
                accelerator !== null &&
                platform && <ShortcutKeys keys={shortcutKeys(accelerator, platform)} />
              }
              onSelect={() => runCommand(id)}
            />
          )
        })}
    </Command.Group>
  )
}

function SettingsEntries(): ReactNode {
  const { t } = useTranslation()
  return (
    <Command.Group heading={t('settings.title')}>
      {settingsSections.map((section) => (
        <Entry
          key={section}
          value={`settings ${section}`}
          icon={<Settings aria-hidden className="size-4 shrink-0 text-muted" />}
          label={t('app.palette.settingsSection', { section: t(`settings.sections.${section}`) })}
          onSelect={() => openSettings(section)}
        />
      ))}
    </Command.Group>
  )
}

function ModelEntries(): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  return (
    <Command.Group heading={t('app.palette.models')}>
      {models.map((model) => (
        <Entry
          key={`${model.providerId} ${model.modelId}`}
          value={`model ${model.providerId} ${model.modelId}`}
          icon={<Cpu aria-hidden className="size-4 shrink-0 text-muted" />}
          label={t('app.palette.useModel', { model: model.name })}
          description={providers.find((provider) => provider.id === model.providerId)?.name}
          onSelect={() => {
            store.set(placeAtom, 'chats')
            attempt(chooseModel({ providerId: model.providerId, modelId: model.modelId }))
          }}
        />
      ))}
    </Command.Group>
  )
}

interface EntryProps {
  /** Unique; what is searched is the label and the description. */
  value: string
  icon: ReactNode
  label: string
  description?: string | undefined
  end?: ReactNode
  onSelect: () => void
}

function Entry(props: EntryProps): ReactNode {
  const { value, icon, label, description, end, onSelect } = props
  return (
    <Command.Item
      value={value}
      keywords={[label, description ?? '']}
      onSelect={() => {
        store.set(paletteOpenAtom, false)
        onSelect()
      }}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-lg px-3 py-1.5 text-sm select-none data-[selected=true]:bg-hover"
    >
      {icon}
      <span className="min-w-0 grow truncate">
        <bdi>{label}</bdi>
        {description && <bdi className="ps-2 text-muted">{description}</bdi>}
      </span>
      {end}
    </Command.Item>
  )
}
