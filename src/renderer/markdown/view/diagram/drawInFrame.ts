import type { Mermaid } from 'mermaid'
import type { DrawingColors, DrawingReply, DrawingRequest } from './drawing.ts'
import { sizeDrawing } from './sizeDrawing.ts'

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

async function draw({ source, isDark, colors }: DrawingRequest): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure,
    theme: isDark ? 'dark' : 'neutral',
    themeVariables: themeOf(colors),
    themeCSS: labelStyle(colors),
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    maxTextSize: 20_000,
    maxEdges: 300,
    suppressErrorRendering: true,
  })
  const { svg } = await mermaid.render(`diagram-${hashOf(source)}`, source)
  return sizeDrawing(svg)
}

/**
 * Returns the page's colours for all parts but those that each have their own (slices, branches).
 */
function themeOf({ background, raised, ink, muted, control, soft }: DrawingColors): object {
  return {
    ...{
      background,
      mainBkg: raised,
      nodeBkg: raised,
      clusterBkg: control,
      edgeLabelBackground: background,
    },
    ...{ nodeBorder: muted, clusterBorder: muted, lineColor: muted, defaultLinkColor: muted },
    ...{ textColor: ink, nodeTextColor: ink, titleColor: ink, primaryTextColor: ink },
    ...{ actorBkg: raised, actorBorder: muted, actorTextColor: ink, actorLineColor: muted },
    ...{ signalColor: ink, signalTextColor: ink, loopTextColor: ink, labelTextColor: ink },
    ...{ labelBoxBkgColor: raised, labelBoxBorderColor: muted },
    ...{ noteBkgColor: soft, noteBorderColor: muted, noteTextColor: ink },
    ...{ classText: ink, stateLabelColor: ink, stateBkg: raised, transitionColor: muted },
    ...{ transitionLabelColor: ink, attributeBackgroundColorOdd: raised },
    ...{ attributeBackgroundColorEven: control, rowOdd: raised, rowEven: control },
    // Mermaid's shadow is a light grey, which glows around borders in a dark window.
    ...{ dropShadow: 'none', useGradient: false },
  }
}

/**
 * Returns the style of labels. Their background hides the line below, which Mermaid's own lets half
 * through. The words of a sequence have no background and get an edge of that colour.
 */
function labelStyle({ background }: DrawingColors): string {
  return `.edgeLabel rect, .edgeLabel .background, .labelBkg, .relationshipLabelBox {
    fill: ${background} !important; opacity: 1 !important; stroke: none !important }
    .messageText, .loopText, .loopText > tspan {
    stroke: ${background} !important; stroke-width: 6px !important; stroke-linejoin: round;
    paint-order: stroke }`
}

/** Returns a hash for the ids: the same source always makes the same picture. */
function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  }
  return (hash >>> 0).toString(36)
}
