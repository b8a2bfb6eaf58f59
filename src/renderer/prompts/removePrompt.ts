import i18next from 'i18next'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { promptList } from './prompts.ts'

const undoMilliseconds = 8000

/** Deletes a prompt with its versions, and offers to undo that for a while. */
export async function removePrompt(id: string): Promise<void> {
  await api.prompts.remove({ id })
  promptList.take(id)
  showToast(i18next.t('prompts.list.deleted'), {
    milliseconds: undoMilliseconds,
    action: {
      label: i18next.t('chat.delete.undo'),
      run: () => attempt(api.prompts.restore({ id }).then(() => promptList.load())),
    },
  })
}
