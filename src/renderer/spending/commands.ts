import { ReceiptText } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { placeAtom, store } from '../core/store.ts'

export const spendingCommands = {
  openSpending: {
    titleKey: 'app.commands.openSpending',
    icon: ReceiptText,
    run: () => store.set(placeAtom, 'spending'),
  },
} satisfies Partial<Record<CommandId, Command>>
