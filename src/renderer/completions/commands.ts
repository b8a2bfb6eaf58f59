import { TextCursorInput } from 'lucide-react'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { openContinueText } from './openContinueText.ts'

export const completionCommands = {
  continueText: {
    titleKey: 'app.commands.continueText',
    icon: TextCursorInput,
    run: () => openContinueText(),
  },
} satisfies Partial<Record<CommandId, Command>>
