import { whenIdle } from '../ui/whenIdle.ts'

/**
 * Returns what gives a module that is in a file of its own. It is fetched when it is first asked
 * for, or when the page is idle after its first paint.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  const get = (): Promise<Module> => (loading ??= load())
  // Whoever asks for it is told of a failure.
  whenIdle()
    .then(get)
    .catch(() => {})
  return get
}
