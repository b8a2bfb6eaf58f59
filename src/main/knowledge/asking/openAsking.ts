import { AppError } from '../../../shared/errors.ts'
import type { FeatureContext } from '../../feature.ts'
import { createAsking, type Asking, type AskingOptions } from './createAsking.ts'
import { forgetLostChats } from './chatBases.ts'

/** Opens what chats ask of the bases. Its rows are in the history. */
export function openAsking(
  { history, log }: Pick<FeatureContext, 'history' | 'log'>,
  options: Omit<AskingOptions, 'log'>,
): Asking {
  const current = history.add({
    recover: forgetLostChats,
    open: (database) => ({
      ...createAsking(database, { ...options, log }),
      close: () => undefined,
    }),
  })
  const opened = (): Asking => {
    const asking = current()
    if (!asking) throw new AppError('databaseLocked', 'The history is not open')
    return asking
  }
  return {
    chat: async (...given) => opened().chat(...given),
    setChat: async (...given) => opened().setChat(...given),
    beginChat: (...given) => current()?.beginChat(...given),
    toolBox: { list: async (...given) => current()?.toolBox.list(...given) ?? [] },
    ground: async (...given) => opened().ground(...given),
    passageTokens: async (...given) => opened().passageTokens(...given),
    citation: (...given) => current()?.citation(...given),
    givenNumber: (...given) => current()?.givenNumber(...given),
    givenText: (...given) => current()?.givenText(...given) ?? null,
    readIn: (...given) => current()?.readIn(...given) ?? [],
    copyChat: (...given) => current()?.copyChat(...given),
    copyPassages: (...given) => current()?.copyPassages(...given),
  }
}
