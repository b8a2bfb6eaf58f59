import { useEffect, useState } from 'react'
import type { Preset } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'

let presets: Promise<Preset[]> | undefined

/**
 * Returns the services that can be added by name; undefined until main has answered. Main is asked
 * once they are `wanted`.
 */
export function usePresets(wanted = true): readonly Preset[] | undefined {
  const [known, setKnown] = useState<readonly Preset[]>()
  useEffect(() => {
    if (!wanted) return
    presets ??= api.providers.presets({})
    presets.then(setKnown).catch(() => {
      presets = undefined
      setKnown([])
    })
  }, [wanted])
  return known
}
