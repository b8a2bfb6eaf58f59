import { useEffect, useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { MediaJob, MediaOutput } from '../../../shared/media/media.ts'
import { api } from '../../core/bridge.ts'

export interface OutputFamily {
  output: MediaOutput
  job: MediaJob
  /** The outputs that it was made from. */
  parents: readonly MediaOutput[]
  /** The outputs of the same job, itself included. */
  siblings: readonly MediaOutput[]
  /** The outputs that were made from it. */
  children: readonly MediaOutput[]
}

export interface ReadOutput {
  family: OutputFamily | undefined
  failure: { error: WireError; at: number } | undefined
}

/** Returns an output with what it came from and what came of it, kept up to date. */
export function useOutput(id: string): ReadOutput {
  const [read, setRead] = useState<ReadOutput>({ family: undefined, failure: undefined })
  useEffect(() => {
    let isOpen = true
    const load = (): void => {
      api.media.output({ id }).then(
        (family) => isOpen && setRead({ family, failure: undefined }),
        (error: unknown) =>
          isOpen &&
          setRead({ family: undefined, failure: { error: toWire(error), at: Date.now() } }),
      )
    }
    load()
    // A new child is another output than those that are shown.
    const unfollow = [api.media.outputsChanged(load), api.media.outputsErased(load)]
    return () => {
      isOpen = false
      for (const stop of unfollow) stop()
    }
  }, [id])
  // Until the next one is there, the one before stays: nothing flickers.
  return read
}
