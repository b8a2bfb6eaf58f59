type Mermaid = (typeof import('mermaid'))['default']

let loading: Promise<Mermaid> | undefined
/** One diagram is drawn after the other: the library keeps state between them. */
let before: Promise<unknown> = Promise.resolve()

/** The library comes only with a text that has a diagram. */
function loadMermaid(): Promise<Mermaid> {
  loading ??= import('mermaid').then(({ default: mermaid }) => mermaid)
  return loading
}

/** Draws a diagram as SVG; rejects where the source is wrong. */
export function renderDiagram(source: string, isDark: boolean): Promise<string> {
  const drawn = before.then(() => draw(source, isDark))
  before = drawn.catch(() => undefined)
  return drawn
}

async function draw(source: string, isDark: boolean): Promise<string> {
  const mermaid = await loadMermaid()
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
  return svg
}

/** The same source has the same ids, so that it also makes the same picture. */
function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  }
  return (hash >>> 0).toString(36)
}
