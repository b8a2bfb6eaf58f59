import { useCallback, useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import type {
  ResourcePage,
  ResourceTemplate,
  ServerResource,
  TemplateList,
} from '../../../shared/plugins/pluginContent.ts'
import { api } from '../../core/bridge.ts'

interface ServerResources {
  resources: readonly ServerResource[]
  templates: readonly ResourceTemplate[]
  /** Number of resources and templates left out, of the pages loaded so far. */
  leftOut: number
  /** Whether the list of the templates was cut. */
  isCut: boolean
  isLoading: boolean
  failure: { error: WireError; at: number } | undefined
  /** Loads the next page; undefined after the last. */
  loadMore: (() => void) | undefined
}

interface Loaded {
  resources: readonly ServerResource[]
  leftOut: number
  next: string | null
}

const noTemplates: TemplateList = { templates: [], leftOut: 0, isCut: false }

/** Loads the resources of a server page by page, and its templates. */
export function useServerResources(pluginId: string | undefined): ServerResources {
  const [loaded, setLoaded] = useState<Loaded>(nothing)
  const [listed, setListed] = useState(noTemplates)
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ServerResources['failure']>()
  const load = useCallback(
    async (cursor: string | undefined, isCurrent: () => boolean) => {
      if (pluginId === undefined) return
      setLoading(true)
      setFailure(undefined)
      try {
        const page = await api.pluginContent.resources({
          pluginId,
          ...(cursor !== undefined && { cursor }),
        })
        const found = cursor === undefined ? await api.pluginContent.templates({ pluginId }) : null
        if (!isCurrent()) return
        if (found) setListed(found)
        setLoaded((known) => ({
          ...joined(cursor === undefined ? nothing : known, page),
          // A page that leads to itself would never end.
          next: page.next === cursor ? null : page.next,
        }))
      } catch (error) {
        if (isCurrent()) setFailure({ error: toWire(error), at: Date.now() })
      } finally {
        if (isCurrent()) setLoading(false)
      }
    },
    [pluginId],
  )
  useEffect(() => {
    let isCurrent = true
    setLoaded(nothing)
    setListed(noTemplates)
    void load(undefined, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [load])
  const { resources, next } = loaded
  return {
    resources,
    templates: listed.templates,
    leftOut: loaded.leftOut + listed.leftOut,
    isCut: listed.isCut,
    isLoading,
    failure,
    loadMore: next === null || isLoading ? undefined : () => void load(next, () => true),
  }
}

const nothing: Loaded = { resources: [], leftOut: 0, next: null }

function joined(known: Loaded, page: ResourcePage): Omit<Loaded, 'next'> {
  return {
    resources: [...known.resources, ...page.resources],
    leftOut: known.leftOut + page.leftOut,
  }
}
