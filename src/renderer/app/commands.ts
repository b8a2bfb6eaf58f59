import {
  CircleQuestionMark,
  Command as CommandIcon,
  Keyboard,
  LogOut,
  Settings,
} from 'lucide-react'
import { flushSync } from 'react-dom'
import { isCommandId } from '../../shared/commands.ts'
import type { CommandId } from '../../shared/commands.ts'
import { guideModel, startChat } from '../chat/actions.ts'
import { assistantCommands } from '../assistantProfiles/commands.ts'
import { batchCommands } from '../batches/commands.ts'
import { fineTuningCommands } from '../fineTuning/commands.ts'
import { chatCommands } from '../chat/commands.ts'
import { closeLayers } from '../ui/layers/layers.ts'
import { completionCommands } from '../completions/commands.ts'
import { api } from '../core/bridge.ts'
import type { Api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import type { Command } from '../core/command.ts'
import { knowledgeCommands } from '../knowledge/commands.ts'
import { mediaCommands } from '../media/commands.ts'
import { pluginCommands } from '../plugins/commands.ts'
import { promptCommands } from '../prompts/commands.ts'
import { providerCommands } from '../providers/commands.ts'
import { spendingCommands } from '../spending/commands.ts'
import { typeAhead } from './paletteQuery.ts'
import { pressedCommand } from '../core/shortcutsAtom.ts'
import { openSettings, settingsTargetAtom } from '../core/settingsTarget.ts'
import { infoAtom, paletteOpenAtom, placeAtom, store } from '../core/store.ts'

/**
 * Every user command, once: the menu, the palette, the keyboard and the settings read this table.
 */
export const commands: Record<CommandId, Command> = {
  ...chatCommands,
  ...assistantCommands,
  ...promptCommands,
  ...providerCommands,
  ...completionCommands,
  ...mediaCommands,
  ...knowledgeCommands,
  ...batchCommands,
  ...fineTuningCommands,
  ...spendingCommands,
  ...pluginCommands,
  openPalette: {
    titleKey: 'app.commands.openPalette',
    icon: CommandIcon,
    run: togglePalette,
  },
  openSettings: {
    titleKey: 'app.commands.openSettings',
    icon: Settings,
    run: () => openSettings(store.get(settingsTargetAtom).section),
  },
  showShortcuts: {
    titleKey: 'app.commands.showShortcuts',
    icon: Keyboard,
    run: () => openSettings('shortcuts'),
  },
  askGuide: {
    titleKey: 'app.commands.askGuide',
    icon: CircleQuestionMark,
    run: () => {
      store.set(placeAtom, 'chats')
      startChat(guideModel)
    },
  },
  quit: {
    titleKey: 'app.commands.quit',
    icon: LogOut,
    run: () => attempt(api.app.quit({})),
  },
}

/** Opens or closes the palette, which lies above everything else: see ui/layers/layers.ts. */
function togglePalette(): void {
  const wasOpen = store.get(paletteOpenAtom)
  if (!wasOpen) flushSync(() => closeLayers('popup'))
  store.set(paletteOpenAtom, !wasOpen)
  if (!wasOpen) typeAhead()
}

export function isEnabled(id: CommandId): boolean {
  return commands[id].enabled?.() ?? true
}

/** Runs a command if it can run now. Returns whether it did. */
export function runCommand(id: CommandId): boolean {
  if (!isEnabled(id)) return false
  if (id !== 'openPalette') store.set(paletteOpenAtom, false)
  commands[id].run()
  return true
}

/** Listens to the keyboard and to main's menu. */
export function listenForCommands(api: Api): void {
  window.addEventListener('keydown', onKeyDown)
  api.app.commandChosen(({ id }) => {
    if (isCommandId(id) && !store.get(infoAtom)?.fatal) runCommand(id)
  })
}

function onKeyDown(event: KeyboardEvent): void {
  const info = store.get(infoAtom)
  if (!info || info.fatal || event.defaultPrevented || event.isComposing) return
  const id = pressedCommand(event)
  if (id === undefined || isTakenByPopup(id)) return
  const isHeld = event.repeat && !commands[id].repeats
  if (isHeld || runCommand(id)) event.preventDefault()
}

/**
 * Tells whether an open dialog or menu blocks a command; the commands that open and close such a
 * layer still run.
 */
function isTakenByPopup(id: CommandId): boolean {
  if (id === 'openPalette' || id === 'toggleSidebar') return false
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
