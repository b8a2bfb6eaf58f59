import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { createShowLatest, type ShowLatest } from '../createShowLatest.ts'
import { readPreview, type ComfyPreview } from './readPreview.ts'

/** Progress of the prompts that ComfyUI is running. */
export interface Progress {
  /**
   * Returns how far a prompt is, from 0 to 1; null if the server has not told yet. Listens from the
   * first call on.
   */
  of: (prompt: ListenedPrompt) => number | null
  /** Stops listening to a prompt. */
  forget: (id: string) => void
}

export interface ProgressOptions {
  /** Shows an unfinished picture of a prompt. */
  preview: (id: string, picture: ComfyPreview) => void
  /** Resolves when the next picture may be shown. */
  pause?: () => Promise<unknown>
}

export interface ListenedPrompt {
  address: string
  id: string
  clientId: string
}

const messageSchema = z.object({
  type: z.literal('progress'),
  data: z.object({
    value: z.number().nonnegative(),
    max: z.number().positive(),
    prompt_id: z.string().nullish(),
  }),
})
const maxMessageLength = 100_000
/** A server may send a picture with every step. */
const previewMilliseconds = 500

interface Listening {
  socket: WebSocket
  told: number | null
  previews: ShowLatest<ComfyPreview>
}

/**
 * Listens for the steps and the pictures of prompts. It is a comfort alone: polling tells what
 * became of them.
 */
export function createProgress({ preview, pause = rest }: ProgressOptions): Progress {
  const open = new Map<string, Listening>()

  function forget(id: string): void {
    const listening = open.get(id)
    open.delete(id)
    listening?.previews.stop()
    listening?.socket.close()
  }

  function listen({ address, id, clientId }: ListenedPrompt): void {
    const url = `${address.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const previews = createShowLatest<ComfyPreview>((picture) => preview(id, picture), pause)
    const listening: Listening = { socket, told: null, previews }
    open.set(id, listening)
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (data instanceof ArrayBuffer) {
        const picture = readPreview(data)
        if (picture && (picture.promptId ?? id) === id) previews.put(picture)
        return
      }
      if (typeof data !== 'string' || data.length > maxMessageLength) return
      const told = messageSchema.safeParse(parseJson(data)).data?.data
      if (!told || (told.prompt_id ?? id) !== id) return
      listening.told = Math.min(1, told.value / told.max)
    })
    // The next look at the job connects anew.
    socket.addEventListener('close', () => {
      previews.stop()
      if (open.get(id) === listening) open.delete(id)
    })
    socket.addEventListener('error', () => undefined)
  }

  return {
    of(prompt) {
      if (!open.has(prompt.id)) listen(prompt)
      return open.get(prompt.id)?.told ?? null
    },
    forget,
  }
}

function rest(): Promise<unknown> {
  return sleep(previewMilliseconds, undefined, { ref: false })
}
