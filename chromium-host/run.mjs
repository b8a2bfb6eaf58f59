import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches compiled code for the next start. Not in the system's temporary folder, where other users
// could plant code. JavaScript, because whatever is loaded before needs Node's compiler of
// TypeScript, which takes longer than all the rest of the host.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/chromium-host'))
await import('./run.ts')
