import { BookText } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { placeAtom, store } from '../core/store.ts'
import { promptsOpenAtom } from './prompts.ts'

export const promptCommands = {
  openPrompts: {
    titleKey: 'app.commands.openPrompts',
    icon: BookText,
    run: () => {
      store.set(placeAtom, 'chats')
      store.set(promptsOpenAtom, true)
    },
  },
} satisfies Partial<Record<CommandId, Command>>
