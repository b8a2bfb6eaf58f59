import { useEffect, useState } from 'react'
import type { CompletionInput } from '../../../shared/pluginContent.ts'
import { api } from '../../core/bridge.ts'

const pauseMilliseconds = 150

interface Completions {
  values: readonly string[]
  /** Asks for values from now on: before, nobody has come to the field. */
  begin: () => void
}

/** Asks a server for the values of an argument whenever the user pauses. */
export function useCompletions({ pluginId, of, name, value, given }: CompletionInput): Completions {
  const [values, setValues] = useState<readonly string[]>([])
  const [hasBegun, setBegun] = useState(false)
  // Objects are new at each render; what they say is not.
  const others = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name))
  const asked = JSON.stringify({ pluginId, of, name, value, given: others })
  useEffect(() => {
    if (!hasBegun) return
    let isWanted = true
    const timer = setTimeout(() => {
      api.pluginContent.complete(JSON.parse(asked) as CompletionInput).then(
        (found) => {
          if (isWanted) setValues(found)
        },
        // Proposals are only a help: what is wrong shows when the prompt is filled in.
        () => undefined,
      )
    }, pauseMilliseconds)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [asked, hasBegun])
  return { values, begin: () => setBegun(true) }
}
