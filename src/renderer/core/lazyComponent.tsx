import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { addTexts } from './i18n.ts'
import type { TextFiles } from './i18n.ts'
import { whenIdle } from '../ui/whenIdle.ts'

export interface LazyComponent<Props> {
  Component: ComponentType<Props>
  /** Loads it ahead of its first use. */
  preload: () => Promise<void>
}

/**
 * Returns a component that loads its file when it is first shown, or when the page is idle after
 * its first paint. Unlike React's own `lazy` it shows at once if the file is loaded: Suspense would
 * delay it by 300 ms and lose the keys pressed meanwhile. One that the first paint can do without
 * `waits` for it, although it is shown from the beginning.
 */
export function lazyComponent<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  texts: readonly TextFiles[] = [],
  { waits = false }: { waits?: boolean } = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async (): Promise<void> => {
    const [component] = await Promise.all([load(), ...texts.map(addTexts)])
    loaded ??= component
  }
  // The component shows the failure where it is used.
  whenIdle()
    .then(preload)
    .catch(() => {})
  return { Component: LoadedComponent, preload }

  function LoadedComponent(props: Props): ReactNode {
    const [failure, setFailure] = useState<{ reason: unknown }>()
    const [, setReady] = useState(loaded !== undefined)
    useEffect(() => {
      const loading = waits && !loaded ? whenIdle().then(preload) : preload()
      loading.then(
        () => setReady(true),
        (reason: unknown) => setFailure({ reason }),
      )
    }, [])
    // Thrown while rendering, the failure reaches the root like any other.
    if (failure) throw failure.reason
    return loaded ? <Loaded Component={loaded} props={props} /> : null
  }
}

interface LoadedProps<Props> {
  Component: ComponentType<Props>
  props: Props
}

function Loaded<Props extends object>({ Component, props }: LoadedProps<Props>): ReactNode {
  return <Component {...props} />
}
