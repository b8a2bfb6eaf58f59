import { gatedMethods } from '../permissionNames.ts'
import { ipcEnd } from './ipcEnd.ts'
import { mainWorld } from './mainWorld.ts'
import { preloadWorld, type PreloadSettings } from './preloadWorld.ts'
import { structuredCodec } from './structuredCodec.ts'
import { watchInput } from './watchInput.ts'
import { worldEnd } from './worldEnd.ts'

const base64 = '{encode:(bytes)=>bytes.toBase64(),decode:(text)=>Uint8Array.fromBase64(text)}'

/**
 * Returns the script for a document's main world. After type stripping a function's text is plain
 * JavaScript.
 */
export function mainWorldScript(secret: string): string {
  return `(${mainWorld})(${worldEnd},${JSON.stringify(secret)},${JSON.stringify(gatedMethods)})`
}

/**
 * Returns the script for a document's isolated world, which contains the app's preload script as
 * CommonJS.
 */
export function preloadWorldScript(settings: PreloadSettings, preload: string): string {
  // Without the line break, a comment at the end of the preload script would hide the bracket.
  const run = `(require,process)=>{const module={exports:{}};(function(exports,module,global){${preload}\n}).call(module.exports,module.exports,module,globalThis)}`
  const codec = `(${structuredCodec})(${base64},'encode')`
  const parts = `{codec:${codec},ipcEnd:${ipcEnd},watchInput:${watchInput},worldEnd:${worldEnd},preload:${run}}`
  return `(${preloadWorld})(${parts},${JSON.stringify(settings)})`
}
