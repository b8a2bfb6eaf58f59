import type { TFunction } from 'i18next'
import { Cpu, MessageSquare } from 'lucide-react'
import { commandIds } from '../../shared/commands.ts'
import { chooseModel, openChat } from '../chat/actions.ts'
import { attempt } from '../core/failures.ts'
import { commands, isEnabled, runCommand } from './commands.ts'
import { rankEntries, sectionEntries, settingEntries } from './settingEntries.ts'
import type { PaletteContext, PaletteEntry } from './settingEntries.ts'
import { synonymsOf } from './synonyms.ts'
import { shortcutsAtom } from '../core/shortcutsAtom.ts'
import { placeAtom, store } from '../core/store.ts'
import type { PaletteChat } from './usePaletteChats.ts'

/** A group of entries that the palette lists before the user types. */
export interface PaletteGroup {
  heading: string
  entries: PaletteEntry[]
}

/** More entries help nobody, and cost time at every keystroke. */
const maxShown = 60

export function paletteGroups(chats: readonly PaletteChat[], t: TFunction): PaletteGroup[] {
  return [
    { heading: t('app.palette.chats'), entries: chats.map((chat) => chatEntry(chat, t)) },
    { heading: t('app.palette.commands'), entries: commandEntries(t) },
    { heading: t('settings.title'), entries: sectionEntries(t) },
  ].filter(({ entries }) => entries.length > 0)
}

/** Returns all searchable entries except chats, which main searches. */
export function searchedEntries(context: PaletteContext): PaletteEntry[] {
  const { t } = context
  return [
    ...commandEntries(t),
    ...sectionEntries(t),
    ...settingEntries(context),
    ...modelEntries(context),
  ]
}

/** Returns the matching entries, the best first. Chats that only main can match come last. */
export function findEntries(
  searched: readonly PaletteEntry[],
  chats: readonly PaletteChat[],
  query: string,
  t: TFunction,
): PaletteEntry[] {
  const ofChats = chats.map((chat) => chatEntry(chat, t))
  const found = rankEntries([...searched, ...ofChats], query).slice(0, maxShown)
  const listed = new Set(found)
  return [...found, ...ofChats.filter((entry) => !listed.has(entry))]
}

function chatEntry({ conversation, excerpt, messageId }: PaletteChat, t: TFunction): PaletteEntry {
  return {
    id: `chat ${conversation.id}`,
    icon: MessageSquare,
    label: conversation.title || t('app.palette.untitled'),
    description: excerpt,
    leads: true,
    run: () => {
      store.set(placeAtom, 'chats')
      openChat(conversation.id, messageId)
    },
  }
}

function commandEntries(t: TFunction): PaletteEntry[] {
  const shortcuts = store.get(shortcutsAtom)
  return commandIds
    .filter((id) => id !== 'openPalette' && isEnabled(id))
    .map((id) => ({
      id: `command ${id}`,
      icon: commands[id].icon,
      label: t(commands[id].titleKey),
      alsoCalled: synonymsOf('commands', id, t),
      shortcut: shortcuts[id],
      leads: true,
      run: () => void runCommand(id),
    }))
}

function modelEntries({ t, models, providers }: PaletteContext): PaletteEntry[] {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return models.map((model) => ({
    id: `model ${model.providerId} ${model.modelId}`,
    icon: Cpu,
    label: t('app.palette.useModel', { model: model.name }),
    description: names.get(model.providerId),
    alsoCalled: [model.name, model.modelId],
    leads: true,
    run: () => {
      store.set(placeAtom, 'chats')
      attempt(chooseModel({ providerId: model.providerId, modelId: model.modelId }))
    },
  }))
}
