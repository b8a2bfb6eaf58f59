import libraryAddress from 'mermaid/dist/mermaid.min.js?url'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds of the file
import scriptAddress from './drawInFrame.ts?worker&url'
import { createWorkshop } from '../../../ui/createWorkshop.ts'
import type { DrawingReply, DrawingRequest } from './drawing.ts'

const ask = createWorkshop<DrawingRequest, DrawingReply>({
  scripts: [scriptAddress, libraryAddress],
  width: '75rem',
  workMs: 10_000,
})

/**
 * Draws a diagram as SVG, one after the other: the library keeps state between them. Rejects where
 * the source is wrong, or the drawing does not come.
 */
export async function renderDiagram(request: DrawingRequest): Promise<string> {
  const reply = await ask(request)
  if ('error' in reply) throw new Error(reply.error)
  return String(reply.svg)
}
