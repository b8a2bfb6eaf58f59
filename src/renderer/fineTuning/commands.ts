import { GraduationCap } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { placeAtom, store } from '../core/store.ts'

export const fineTuningCommands = {
  openFineTuning: {
    titleKey: 'app.commands.openFineTuning',
    icon: GraduationCap,
    run: () => store.set(placeAtom, 'fineTuning'),
  },
} satisfies Partial<Record<CommandId, Command>>
