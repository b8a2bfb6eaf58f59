import { Plus } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { openSettings } from '../core/settingsTarget.ts'

export const providerCommands = {
  addProvider: {
    titleKey: 'app.commands.addProvider',
    icon: Plus,
    run: () => openSettings('providers'),
  },
} satisfies Partial<Record<CommandId, Command>>
