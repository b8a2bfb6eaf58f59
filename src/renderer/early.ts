import { drawEarlyComposer } from './chat/early/earlyComposer.ts'
import { readStartData } from './core/startData.ts'

/** Longest wait for the first paint, which a hidden window never makes. */
const paintMilliseconds = 100

const { page: address = '' } = document.currentScript?.dataset ?? {}
let begun = false

try {
  const root = document.getElementById('root')
  const data = readStartData()
  if (root && data) drawEarlyComposer(root, data)
} finally {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, paintMilliseconds)
}

/** Runs the page's own scripts, which were fetched meanwhile. */
function begin(): void {
  if (begun) return
  begun = true
  void import(/* @vite-ignore */ new URL(address, document.baseURI).href)
}
