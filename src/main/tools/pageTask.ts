import { z } from 'zod'

/** Reads the main text of a page, in a thread: the page is a stranger's. */
export const pageTask = {
  input: z.object({ html: z.string() }),
  output: z.object({ title: z.string(), text: z.string() }),
}
