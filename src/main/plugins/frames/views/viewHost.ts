import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../../../shared/errors.ts'
import { maxDraftedLength, maxViewContextLength } from '../../../../shared/limits.ts'
import type { Questions } from '../../../mcp/questions.ts'
import type { Frame } from '../frameHosts.ts'
import type { PagePlugins } from '../pagePlugin.ts'
import type { ViewHost } from './answerView.ts'
import { readDownload } from './readDownload.ts'

/** Requests of a view that may run at a time. */
const maxRunningRequests = 16
const maxResourceLength = 5_000_000
const toldMilliseconds = 200

export interface ViewHostOptions {
  plugins: Pick<PagePlugins, 'readResource' | 'callFromView'>
  questions: Pick<Questions, 'askCall' | 'askDraft' | 'askLink' | 'askSave'>
  /** Writes a file where the user wants it. Resolves to whether there is such a place. */
  saveFile: (name: string, bytes: Uint8Array) => Promise<boolean>
  /** Puts a text into the user's message. */
  onDrafted: (text: string) => void
  /** Keeps what the model is told with the result. */
  onTold: (text: string) => void
  onResized: ViewHost['resize']
}

/** Returns what a frame's view may ask for. All of it ends with the frame. */
export function createViewHost(
  { pluginId, ended }: Frame,
  messageId: string,
  { plugins, questions, saveFile, onDrafted, onTold, onResized }: ViewHostOptions,
): ViewHost {
  const { signal } = ended
  const plugin = { id: pluginId }
  let running = 0
  let isProposing = false
  let isSaving = false
  let told = 0
  let toldAt = -Infinity
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunningRequests) throw new AppError('pluginRefused', 'It asks for too much')
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  const read = async (uri: string): Promise<Record<string, unknown>> => {
    const result = await plugins.readResource(pluginId, uri, signal)
    if (JSON.stringify(result).length > maxResourceLength) {
      throw new AppError('tooHeavy', 'The resource is too large')
    }
    return result as Record<string, unknown>
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
    readResource: (uri) => bounded(() => read(uri)),
    async save(contents) {
      // The user answers for one before the next.
      if (isSaving) return false
      isSaving = true
      try {
        const files = (await Promise.all(contents.map((one) => readDownload(one, read)))).flat()
        const told = files.map(({ name, bytes }) => ({ name, sizeBytes: bytes.byteLength }))
        if (files.length === 0 || !(await questions.askSave(plugin, told, signal))) return false
        for (const { name, bytes } of files) {
          if (signal.aborted || !(await saveFile(name, bytes))) return false
        }
        return true
      } finally {
        isSaving = false
      }
    },
    async propose(text) {
      if (text.trim() === '' || text.length > maxDraftedLength) return false
      // The user reads one before the next.
      if (isProposing) return false
      isProposing = true
      try {
        if (!(await questions.askDraft(plugin, text, signal))) return false
        onDrafted(text)
        return true
      } finally {
        isProposing = false
      }
    },
    async tellModel(text) {
      if (text.length > maxViewContextLength) {
        throw new AppError('tooHeavy', 'The view tells the model too much')
      }
      // Each is written to the disk: of several in a row the last counts.
      const turn = ++told
      await setTimeout(Math.max(0, toldAt + toldMilliseconds - performance.now()))
      if (turn !== told || signal.aborted) return
      toldAt = performance.now()
      onTold(text)
    },
    openLink: (url) => bounded(() => questions.askLink(plugin, url, signal)),
    resize: onResized,
  }
}
