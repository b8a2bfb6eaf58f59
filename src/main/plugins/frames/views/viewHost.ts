import { AppError } from '../../../../shared/errors.ts'
import type { Questions } from '../../../mcp/questions.ts'
import type { Frame } from '../frameHosts.ts'
import type { PagePlugins } from '../pagePlugin.ts'
import type { ViewHost } from './answerView.ts'

/** What a view asks for at a time. */
const runningMaximum = 16
const resourceLengthMaximum = 5_000_000

export interface ViewHostOptions {
  plugins: Pick<PagePlugins, 'readResource' | 'callFromView'>
  questions: Pick<Questions, 'askCall' | 'askLink'>
  onResized: ViewHost['resize']
}

/** Returns what a frame's view may ask for. All of it ends with the frame. */
export function createViewHost(
  { pluginId, ended }: Frame,
  messageId: string,
  { plugins, questions, onResized }: ViewHostOptions,
): ViewHost {
  const { signal } = ended
  const plugin = { id: pluginId }
  let running = 0
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= runningMaximum) throw new AppError('pluginRefused', 'It asks for too much')
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  return {
    callTool: (tool, input) =>
      bounded(() =>
        plugins.callFromView(
          { pluginId, tool, input, messageId },
          (title, given) => questions.askCall(plugin, { tool: title, arguments: given }, signal),
          signal,
        ),
      ),
    readResource: (uri) =>
      bounded(async () => {
        const result = await plugins.readResource(pluginId, uri, signal)
        if (JSON.stringify(result).length > resourceLengthMaximum) {
          throw new AppError('tooHeavy', 'The resource is too large')
        }
        return result as Record<string, unknown>
      }),
    openLink: (url) => bounded(() => questions.askLink(plugin, url, signal)),
    resize: onResized,
  }
}
