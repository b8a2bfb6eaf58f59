import { drawEarlyComposer } from './chat/early/earlyComposer.ts'
import { hasUsedNoModel } from './core/hasUsedNoModel.ts'
import { readStartData } from './core/startData.ts'

/** How long the page's own scripts wait for a window that does not paint, as a hidden one. */
const paintMilliseconds = 100

const { page: address = '', files = '{}' } = document.currentScript?.dataset ?? {}
let begun = false

try {
  const root = document.getElementById('root')
  const data = readStartData()
  if (root && data) drawEarlyComposer(root, data)
  if (data && hasUsedNoModel(data.preferences)) preloadFirstStart(data.texts.locale)
} finally {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, paintMilliseconds)
}

/** Fetches the first start, so that the page has it when it is drawn. */
function preloadFirstStart(locale: string): void {
  const known = JSON.parse(files) as Record<string, string[]>
  const texts = known[`${locale}.json?keys=providers`] ?? []
  for (const file of [...(known['FirstStart.tsx'] ?? []), ...texts]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}

/** Runs the page's own scripts, which were fetched meanwhile. */
function begin(): void {
  if (begun) return
  begun = true
  void import(/* @vite-ignore */ new URL(address, document.baseURI).href)
}
