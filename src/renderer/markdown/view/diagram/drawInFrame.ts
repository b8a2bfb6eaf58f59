import type { Mermaid } from 'mermaid'
import type { DrawingColors, DrawingReply, DrawingRequest } from './drawing.ts'
import { addFaces } from './embedFaces.ts'
import { finishDrawing } from './finishDrawing.ts'

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
const pagePixels = 16.67

async function draw(request: DrawingRequest): Promise<string> {
  const { source, isDark, colors, fontFamily, faces, fontSize, width } = request
  const scale = fontSize / pagePixels
  await addFaces(faces)
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure,
    theme: isDark ? 'dark' : 'neutral',
    themeVariables: { ...themeOf(colors), ...kindsOf(isDark, colors) },
    themeCSS: styleOf(colors, fontFamily),
    fontFamily,
    fontSize: labelPixels,
    gantt: { useWidth: width / scale },
    htmlLabels: false,
    maxTextSize: 20_000,
    maxEdges: 300,
    suppressErrorRendering: true,
  })
  const { svg } = await mermaid.render(`diagram-${hashOf(source)}`, source)
  return finishDrawing(svg, scale, faces)
}

/** The fills of slices and branches; the page's ink can be read on each. The accent's comes first. */
const lightKinds = '#9ce1d7 #efca9f #bbd1ff #fcbfbe #c2dbab #e6c3ee #a2daf6 #dbd39e'.split(' ')
const darkKinds = '#165f58 #6b4b24 #3f5279 #744242 #465a30 #64456b #225972 #5c5321'.split(' ')

/**
 * Returns the colours of parts that each have their own (slices, branches). One of Mermaid's greys
 * is almost the page's, and hides a slice or a branch.
 */
function kindsOf(isDark: boolean, { background, ink }: DrawingColors): Record<string, string> {
  const kinds = isDark ? darkKinds : lightKinds
  const colors: Record<string, string> = {
    pieStrokeColor: background,
    pieOuterStrokeColor: background,
    pieOpacity: '1',
    pieSectionTextColor: ink,
    pieTitleTextColor: ink,
    pieLegendTextColor: ink,
    pieTitleTextSize: '18px',
    pieLegendTextSize: '14px',
    pieSectionTextSize: '14px',
  }
  for (let index = 0; index < 12; index += 1) {
    const color = kinds[index % kinds.length] ?? ink
    colors[`cScale${index}`] = color
    colors[`cScalePeer${index}`] = color
    colors[`cScaleInv${index}`] = color
    colors[`cScaleLabel${index}`] = ink
    colors[`pie${index + 1}`] = color
    colors[`git${index}`] = color
    colors[`gitBranchLabel${index}`] = ink
  }
  return colors
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
function styleOf({ background }: DrawingColors, fontFamily: string): string {
  return `text, tspan { font-family: ${fontFamily} !important }
    .edgeLabel rect, .edgeLabel .background, .labelBkg, .relationshipLabelBox {
    fill: ${background} !important; opacity: 1 !important; stroke: none !important }
    .messageText, .loopText, .loopText > tspan {
    stroke: ${background} !important; stroke-width: 6px !important; stroke-linejoin: round;
    paint-order: stroke }
    .node rect.label-container, rect.actor { rx: 6px; ry: 6px }`
}

/** Returns a hash for the ids: the same source always makes the same picture. */
function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  }
  return (hash >>> 0).toString(36)
}
