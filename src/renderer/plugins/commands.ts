import { Blocks, PackagePlus } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { openPlugins } from './pluginsView.ts'

export const pluginCommands = {
  openPlugins: {
    titleKey: 'app.commands.openPlugins',
    icon: Blocks,
    run: () => openPlugins({ tab: 'installed' }),
  },
  addPlugin: {
    titleKey: 'app.commands.addPlugin',
    icon: PackagePlus,
    run: () => openPlugins({ tab: 'marketplace' }),
  },
} satisfies Partial<Record<CommandId, Command>>
