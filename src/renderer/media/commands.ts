import { Images } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { openMedia } from './mediaView.ts'

export const mediaCommands = {
  openMedia: {
    titleKey: 'app.commands.openMedia',
    icon: Images,
    run: openMedia,
  },
} satisfies Partial<Record<CommandId, Command>>
