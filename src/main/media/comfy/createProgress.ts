import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'

/** How far the running prompts are. */
export interface Progress {
  /**
   * Returns how far a prompt is, from 0 to 1; null if the server has not told yet. Listens from the
   * first call on.
   */
  of: (prompt: ListenedPrompt) => number | null
  /** Stops listening to a prompt. */
  forget: (id: string) => void
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
const messageLengthMaximum = 100_000

/** Listens for the steps of prompts. It is a comfort alone: polling tells what became of them. */
export function createProgress(): Progress {
  const open = new Map<string, { socket: WebSocket; told: number | null }>()

  function forget(id: string): void {
    const listening = open.get(id)
    open.delete(id)
    listening?.socket.close()
  }

  function listen({ address, id, clientId }: ListenedPrompt): void {
    const url = `${address.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
    const socket = new WebSocket(url)
    const listening = { socket, told: null as number | null }
    open.set(id, listening)
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      // Pictures come as binary messages.
      if (typeof data !== 'string' || data.length > messageLengthMaximum) return
      const told = messageSchema.safeParse(parseJson(data)).data?.data
      if (!told || (told.prompt_id ?? id) !== id) return
      listening.told = Math.min(1, told.value / told.max)
    })
    // The next look at the job connects anew.
    socket.addEventListener('close', () => {
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
