import { useEffect, useState } from 'react'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { api } from '../../core/bridge.ts'

/** Follows the resources among files, and returns those that have changed since they were taken. */
export function useChangedResources(files: readonly Attachment[]): readonly Attachment[] {
  const [changed, setChanged] = useState<readonly Attachment[]>([])
  useEffect(() => {
    const resources = files.filter(({ origin }) => typeof origin?.uri === 'string')
    // A file that was taken anew is another one.
    setChanged((known) => known.filter((file) => files.includes(file)))
    if (resources.length === 0) return
    const stop = api.mcp.resourceChanged(({ id, uri }) => {
      const hit = resources.filter(({ origin }) => origin?.pluginId === id && origin.uri === uri)
      setChanged((known) => [...known, ...hit.filter((file) => !known.includes(file))])
    })
    const plugins = new Set(resources.flatMap(({ origin }) => origin?.pluginId ?? []))
    for (const pluginId of plugins) {
      const uris = resources.flatMap(({ origin }) =>
        origin?.pluginId === pluginId && origin.uri !== null ? origin.uri : [],
      )
      follow(pluginId, [...new Set(uris)])
    }
    return () => {
      stop()
      for (const pluginId of plugins) follow(pluginId, [])
    }
  }, [files])
  return changed
}

/** Without news the file stays as it was taken, which is no failure. */
function follow(pluginId: string, uris: string[]): void {
  api.pluginContent.follow({ pluginId, uris }).catch(() => undefined)
}
