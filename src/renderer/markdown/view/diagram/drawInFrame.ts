import type { Mermaid } from 'mermaid'
import { pagePixels } from './drawing.ts'
import type { DrawingReply, DrawingRequest } from './drawing.ts'
import { addFaces } from './embedFaces.ts'
import { finishDrawing } from './finishDrawing.ts'
import { configOf } from './kindConfig.ts'
import { styleOf, styleOfKind } from './drawingStyle.ts'
import { mendFlowchart } from './mendFlowchart.ts'
import { themeOf } from './theme.ts'

/** The library, which comes as a script of its own after this one. */
declare const mermaid: Mermaid

// WebRTC passes the page's policy: none of it is here when the library reads what a model wrote.
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(?:webkit)?RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name)
}

addEventListener('message', ({ data, source, ports: [port] }: MessageEvent<DrawingRequest>) => {
  if (source !== parent || !port) return
  draw(data).then(
    (svg) => answer(port, { svg }),
    (error: unknown) => answer(port, { error: String(error) }),
  )
})
addEventListener('DOMContentLoaded', () => parent.postMessage('ready', '*'))

function answer(port: MessagePort, reply: DrawingReply): void {
  port.postMessage(reply)
  port.close()
}

/**
 * The settings that a diagram must not change by a directive or front matter, at any depth:
 * Mermaid's own list, and those that make HTML, CSS or addresses of its text.
 */
const secure = [
  ...[
    'secure',
    'securityLevel',
    'startOnLoad',
    'maxTextSize',
    'suppressErrorRendering',
    'maxEdges',
  ],
  ...['htmlLabels', 'dompurifyConfig', 'themeCSS', 'fontFamily', 'altFontFamily', 'fontSize'],
  ...['arrowMarkerAbsolute', 'legacyMathML', 'forceLegacyMathML', 'deterministicIDSeed'],
]

/** Mermaid's labels have 16 px; those of a page whose text has 15 px get 14.4. */
const labelPixels = 16

async function draw(request: DrawingRequest): Promise<string> {
  const { source, isDark, colors, fontFamily, faces, fontSize, width } = request
  const scale = fontSize / pagePixels
  await addFaces(faces)
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure,
    theme: isDark ? 'dark' : 'neutral',
    themeVariables: themeOf(colors, isDark),
    themeCSS: styleOf(request),
    ...configOf(colors, isDark),
    gantt: { useWidth: width / scale },
    fontFamily,
    fontSize: labelPixels,
    htmlLabels: false,
    maxTextSize: 20_000,
    maxEdges: 300,
    suppressErrorRendering: true,
  })
  const { svg, diagramType } = await render(source)
  return finishDrawing(svg, scale, faces, styleOf(request) + styleOfKind(diagramType, request))
}

/** Draws the source, and what it may have been meant to be if it is wrong. */
async function render(source: string): ReturnType<Mermaid['render']> {
  const id = `diagram-${hashOf(source)}`
  try {
    return await mermaid.render(id, source)
  } catch (error) {
    const mended = mendFlowchart(source)
    if (mended === source) throw error
    return await mermaid.render(id, mended).catch(() => {
      throw error
    })
  }
}

/** Returns a hash for the ids: the same source always makes the same picture. */
function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  }
  return (hash >>> 0).toString(36)
}
