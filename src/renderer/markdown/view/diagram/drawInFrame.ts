import type { Mermaid } from 'mermaid'
import type { DrawingReply, DrawingRequest } from './drawing.ts'
import { sizeDrawing } from './sizeDrawing.ts'

/** The library stands in the frame already, as a script of its own. */
declare const mermaid: Mermaid

addEventListener('message', ({ data, source, ports: [port] }: MessageEvent<DrawingRequest>) => {
  if (source !== parent || !port) return
  draw(data).then(
    (svg) => answer(port, { svg }),
    (error: unknown) => answer(port, { error: String(error) }),
  )
})
parent.postMessage('ready', '*')

function answer(port: MessagePort, reply: DrawingReply): void {
  port.postMessage(reply)
  port.close()
}

async function draw({ source, isDark }: DrawingRequest): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    maxTextSize: 20_000,
    maxEdges: 300,
    suppressErrorRendering: true,
  })
  const { svg } = await mermaid.render(`diagram-${hashOf(source)}`, source)
  return sizeDrawing(svg)
}

/** The same source has the same ids, so that it also makes the same picture. */
function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  }
  return (hash >>> 0).toString(36)
}
