// oxlint-disable-next-line import/default -- Vite gives the address of what it builds of the file
import scriptAddress from './drawSvgInFrame.ts?worker&url'
import { createWorkshop } from '../../ui/createWorkshop.ts'
import type { SvgReply, SvgRequest } from './svgRequest.ts'

const ask = createWorkshop<SvgRequest, SvgReply>({
  scripts: [scriptAddress],
  width: '1px',
  workMs: 10_000,
})

/**
 * Draws a stranger's SVG as a PNG in a process of its own: two kilobytes of nested references can
 * take any time to draw. Rejects after ten seconds, and for a file that is no drawing.
 */
export async function drawSvg(svg: Blob): Promise<Blob> {
  const reply = await ask({ bytes: await svg.arrayBuffer() })
  if ('error' in reply) throw new Error(reply.error)
  return new Blob([reply.png], { type: 'image/png' })
}
