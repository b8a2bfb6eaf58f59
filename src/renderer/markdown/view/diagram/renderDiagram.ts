import { sizeDrawing } from './sizeDrawing.ts'

type Mermaid = (typeof import('mermaid'))['default']

const waitMilliseconds = 10_000
const frameMilliseconds = 32

let loading: Promise<Mermaid> | undefined
/** One diagram is drawn after the other: the library keeps state between them. */
let before: Promise<unknown> = Promise.resolve()

/** The library comes only with a text that has a diagram. */
function loadMermaid(): Promise<Mermaid> {
  loading ??= import('mermaid').then(({ default: mermaid }) => mermaid)
  return loading
}

/** Draws a diagram as SVG; rejects where the source is wrong, or the drawing does not come. */
export function renderDiagram(source: string, isDark: boolean): Promise<string> {
  const drawn = before.then(nextFrame).then(() => inTime(draw(source, isDark)))
  before = drawn.catch(() => undefined)
  return drawn
}

/** Between two drawings the page answers what was pressed meanwhile. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, frameMilliseconds)
  })
}

/** Those that wait must not wait for ever. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long')), waitMilliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
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
