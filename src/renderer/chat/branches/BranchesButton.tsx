import { useAtomValue } from 'jotai'
import { Network } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { treeRevisionAtom, type Thread } from '../conversation/thread.ts'

const branchMap = lazyComponent(async () => (await import('./BranchMap.tsx')).BranchMap)

/** Opens the map of a chat's branches, if it has more than one. */
export function BranchesButton({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  if (!useHasBranches(thread)) return null
  return (
    <>
      <IconButton
        label={t('chat.branches.open')}
        icon={<Network aria-hidden className="size-4.5" />}
        onClick={() => setOpen(true)}
      />
      {open && <branchMap.Component thread={thread} onClose={close} />}
    </>
  )
}

/** Asks again whenever a message is added to the shown branch, or deleted. */
function useHasBranches({ conversationId, stateAtom }: Thread): boolean {
  const [has, setHas] = useState(false)
  const lastId = useAtomValue(stateAtom).messages.at(-1)?.id
  const deletions = useAtomValue(treeRevisionAtom)
  useEffect(() => {
    let left = false
    api.chat.hasBranches({ conversationId }).then(
      (found) => !left && setHas(found.has),
      // The chat is gone, or its log shows the failure.
      () => undefined,
    )
    return () => void (left = true)
  }, [conversationId, lastId, deletions])
  return has
}
