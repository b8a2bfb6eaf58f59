import { whenIdle } from '../ui/whenIdle.ts'

/**
 * Returns a function that loads a module when it is first called, or when the page is idle after
 * its first paint.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  const get = (): Promise<Module> => (loading ??= load())
  // The caller learns of a failure.
  whenIdle()
    .then(get)
    .catch(() => {})
  return get
}
