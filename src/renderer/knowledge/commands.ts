import { FilePlus2, LibraryBig } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { store } from '../core/store.ts'
import { newBaseOpenAtom, openKnowledge } from './knowledgeView.ts'

export const knowledgeCommands = {
  openKnowledge: {
    titleKey: 'app.commands.openKnowledge',
    icon: LibraryBig,
    run: () => openKnowledge(),
  },
  newBase: {
    titleKey: 'app.commands.newBase',
    icon: FilePlus2,
    run: () => {
      openKnowledge()
      store.set(newBaseOpenAtom, true)
    },
  },
} satisfies Partial<Record<CommandId, Command>>
