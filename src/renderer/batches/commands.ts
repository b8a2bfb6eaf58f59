import { Table2 } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { placeAtom, store } from '../core/store.ts'

export const batchCommands = {
  openTables: {
    titleKey: 'app.commands.openTables',
    icon: Table2,
    run: () => store.set(placeAtom, 'batches'),
  },
} satisfies Partial<Record<CommandId, Command>>
