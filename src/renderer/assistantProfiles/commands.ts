import { Contact, SlidersHorizontal } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { placeAtom, store } from '../core/store.ts'
import { assistantsOpenAtom } from './assistants.ts'
import { toggleSetupPanel } from './setupPanel.ts'

export const assistantCommands = {
  openAssistants: {
    titleKey: 'app.commands.openAssistants',
    icon: Contact,
    run: () => {
      store.set(placeAtom, 'chats')
      store.set(assistantsOpenAtom, true)
    },
  },
  showInstructions: {
    titleKey: 'app.commands.showInstructions',
    icon: SlidersHorizontal,
    run: () => {
      store.set(placeAtom, 'chats')
      toggleSetupPanel()
    },
  },
} satisfies Partial<Record<CommandId, Command>>
