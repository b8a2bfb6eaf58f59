import { gatedMethods } from '../permissionNames.ts'
import { executedFunctions } from './executedFunctions.ts'
import { ipcEnd } from './ipcEnd.ts'
import { mainWorld } from './mainWorld.ts'
import { preloadWorld, type PreloadSettings } from './preloadWorld.ts'
import { structuredCodec } from './structuredCodec.ts'
import { watchInput } from './watchInput.ts'
import { worldEnd } from './worldEnd.ts'

const base64 = '{encode:(bytes)=>bytes.toBase64(),decode:(text)=>Uint8Array.fromBase64(text)}'

/**
 * Returns the script for a document's main world, which contains the functions that the app's
 * preload script executes there. After type stripping a function's text is plain JavaScript.
 */
export function mainWorldScript(secret: string, preload: string): string {
  const executed = executedFunctions(preload).map((text) => `(${text}\n)`)
  return `(${mainWorld})(${worldEnd},${JSON.stringify(secret)},${JSON.stringify(gatedMethods)},[${executed.join(',')}])`
}

/**
 * Returns the script for a document's isolated world, which contains the app's preload script as
 * CommonJS.
 */
export function preloadWorldScript(
  settings: Omit<PreloadSettings, 'executed'>,
  preload: string,
): string {
  // Without the line break, a comment at the end of the preload script would hide the bracket.
  const run = `(require,process)=>{const module={exports:{}};(function(exports,module,global){${preload}\n}).call(module.exports,module.exports,module,globalThis)}`
  const codec = `(${structuredCodec})(${base64},'encode')`
  const parts = `{codec:${codec},ipcEnd:${ipcEnd},watchInput:${watchInput},worldEnd:${worldEnd},preload:${run}}`
  return `(${preloadWorld})(${parts},${JSON.stringify({ ...settings, executed: executedFunctions(preload) })})`
}
