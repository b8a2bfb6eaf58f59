import { AppError } from '../../shared/errors.ts'

/** The calls of plugins that run now, so that they end at once with what allowed them. */
export interface RunningCalls {
  /** Runs a call with a signal that also fires when its plugin is stopped. */
  run: <T>(
    pluginId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  /** Ends all calls of a plugin. They fail with pluginStopped. */
  stop: (pluginId: string) => void
  stopAll: () => void
}

export function createRunningCalls(): RunningCalls {
  const controllers = new Map<string, Set<AbortController>>()

  function stop(pluginId: string): void {
    const reason = new AppError('pluginStopped', 'The plugin was stopped', { subject: pluginId })
    for (const controller of controllers.get(pluginId) ?? []) controller.abort(reason)
  }

  return {
    async run(pluginId, signal, work) {
      const controller = new AbortController()
      const ofPlugin = controllers.get(pluginId) ?? new Set()
      controllers.set(pluginId, ofPlugin.add(controller))
      const { promise: ended, reject } = Promise.withResolvers<never>()
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), {
        once: true,
      })
      try {
        return await Promise.race([work(AbortSignal.any([signal, controller.signal])), ended])
      } finally {
        ofPlugin.delete(controller)
      }
    },
    stop,
    stopAll() {
      for (const pluginId of controllers.keys()) stop(pluginId)
    },
  }
}
