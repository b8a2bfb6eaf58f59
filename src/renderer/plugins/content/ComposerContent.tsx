import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { installedPluginsAtom, loadPlugins } from '../installedPlugins.ts'
import { ChangedResources } from './ChangedResources.tsx'
import type { InsertedContent } from './insertedContent.ts'
import { hasResourcesAtom, resourcePickerOpenAtom } from './resourcePicker.ts'
import { ResourcePicker } from './ResourcePicker.tsx'
import { useContentServers } from './useContentServers.ts'

interface ComposerContentProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The draft's files. */
  files: readonly Attachment[]
  /** Gets a resource for the message. */
  onInsert: (content: InsertedContent) => void
  /** Takes a file out of the draft. */
  onRemove: (file: Attachment) => void
}

const noPlugins: readonly InstalledPlugin[] = []

/** Offers the resources that the chat's servers have for a message. */
export function ComposerContent(props: ComposerContentProps): ReactNode {
  const { conversationId, files, onInsert, onRemove } = props
  const installed = useAtomValue(installedPluginsAtom) ?? noPlugins
  const hasServers = installed.some(({ enabled, sheet }) => enabled && sheet.format === 'mcp')
  const [isPicking, setPicking] = useAtom(resourcePickerOpenAtom)
  const setHasResources = useSetAtom(hasResourcesAtom)
  useEffect(() => void loadPlugins(), [])
  useEffect(() => setHasResources(hasServers), [hasServers, setHasResources])
  if (!hasServers) return null
  return (
    <>
      <ChangedResources files={files} onInsert={onInsert} onRemove={onRemove} />
      {isPicking && (
        <PickerOfChat
          conversationId={conversationId}
          onInsert={(content) => {
            setPicking(false)
            onInsert(content)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

interface PickerOfChatProps {
  conversationId: string | null
  onInsert: (content: InsertedContent) => void
  onClose: () => void
}

function PickerOfChat({ conversationId, ...picker }: PickerOfChatProps): ReactNode {
  const servers = useContentServers(conversationId, true)
  return <ResourcePicker servers={servers.filter(({ resources }) => resources)} {...picker} />
}
