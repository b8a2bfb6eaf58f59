import { gatedMethods } from '../permissionNames.ts'
import { ipcEnd } from './ipcEnd.ts'
import { mainWorld } from './mainWorld.ts'
import { preloadWorld, type PreloadSettings } from './preloadWorld.ts'
import { structuredCodec } from './structuredCodec.ts'
import { watchInput } from './watchInput.ts'
import { worldEnd } from './worldEnd.ts'

const base64 = '{encode:(bytes)=>bytes.toBase64(),decode:(text)=>Uint8Array.fromBase64(text)}'

/** The script for a document's own world. Type stripping leaves a function's text plain JavaScript. */
export function mainWorldScript(secret: string): string {
  return `(${mainWorld})(${worldEnd},${JSON.stringify(secret)},${JSON.stringify(gatedMethods)})`
}

/** The script for a document's isolated world, with the app's preload script as CommonJS in it. */
export function preloadWorldScript(settings: PreloadSettings, preload: string): string {
  // The line break keeps a comment at the preload script's end from swallowing the bracket.
  const run = `(require,process)=>{const module={exports:{}};(function(exports,module,global){${preload}\n}).call(module.exports,module.exports,module,globalThis)}`
  const codec = `(${structuredCodec})(${base64},'encode')`
  const parts = `{codec:${codec},ipcEnd:${ipcEnd},watchInput:${watchInput},worldEnd:${worldEnd},preload:${run}}`
  return `(${preloadWorld})(${parts},${JSON.stringify(settings)})`
}
