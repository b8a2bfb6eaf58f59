import katex from 'katex'
import { setFormula } from './setFormula.ts'
import type { Formula } from './setFormula.ts'

self.addEventListener('message', ({ data }: MessageEvent<Formula>) => {
  self.postMessage(setFormula(data, katex))
})
self.postMessage('ready')
