import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

export interface LazyComponent {
  Component: () => ReactNode
  /** Fetches it ahead of its first use. */
  preload: () => Promise<void>
}

/**
 * A component in a file of its own. Unlike React's own lazy it is there at once when it was
 * fetched before: Suspense would hold it back for 300 ms, and keys pressed meanwhile be lost.
 */
export function lazyComponent(load: () => Promise<ComponentType>): LazyComponent {
  let loaded: ComponentType | undefined
  const preload = async (): Promise<void> => {
    loaded ??= await load()
  }
  return { Component: LoadedComponent, preload }

  function LoadedComponent(): ReactNode {
    const [failure, setFailure] = useState<{ reason: unknown }>()
    const [, setReady] = useState(loaded !== undefined)
    useEffect(() => {
      preload().then(
        () => setReady(true),
        (reason: unknown) => setFailure({ reason }),
      )
    }, [])
    // Thrown while rendering, it reaches the root like any other failure of the page.
    if (failure) throw failure.reason
    return loaded ? <Loaded Component={loaded} /> : null
  }
}

function Loaded({ Component }: { Component: ComponentType }): ReactNode {
  return <Component />
}
