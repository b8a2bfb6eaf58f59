import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire, type WireError } from '../../../shared/errors.ts'
import type { BranchMap as Branches, BranchVersion } from '../../../shared/chat/tree.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { showVersion } from '../conversation/answering.ts'
import type { Thread } from '../conversation/thread.ts'
import { focusMessage } from '../log/focusMessage.ts'
import { BranchTree } from './BranchTree.tsx'

interface BranchMapProps {
  thread: Thread
  onClose: () => void
}

/** Shows the branches of a chat as a tree, and the chosen one in the chat. */
export function BranchMap({ thread, onClose }: BranchMapProps): ReactNode {
  const { t } = useTranslation()
  const [map, setMap] = useState<Branches>()
  const [failed, setFailed] = useState<{ error: WireError; since: number }>()
  const isChosen = useRef(false)
  const { conversationId } = thread
  useEffect(() => {
    let left = false
    api.chat.branchMap({ conversationId }).then(
      (loaded) => !left && setMap(loaded),
      (failure: unknown) => !left && setFailed({ error: toWire(failure), since: Date.now() }),
    )
    return () => void (left = true)
  }, [conversationId])
  const choose = (version: BranchVersion): void => {
    isChosen.current = true
    onClose()
    attempt(showBranch(thread, version))
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      finalFocus={() => (isChosen.current ? false : null)}
      title={t('chat.branches.title')}
      description={t('chat.branches.hint')}
      actions={<Button onClick={onClose}>{t('chat.branches.close')}</Button>}
    >
      {failed && <ErrorAlert {...failed} />}
      {!map && !failed && <Spinner />}
      {map && <BranchTree versions={map.versions} onChoose={choose} />}
      {map && map.leftOut > 0 && (
        <p className="text-sm text-muted">{t('chat.branches.leftOut', { count: map.leftOut })}</p>
      )}
    </Dialog>
  )
}

/** A version of the shown branch stays as it is, with the versions below it. */
async function showBranch(thread: Thread, { id, isShown }: BranchVersion): Promise<void> {
  if (!isShown) await showVersion(thread.conversationId, id)
  await focusMessage(thread, id)
}
