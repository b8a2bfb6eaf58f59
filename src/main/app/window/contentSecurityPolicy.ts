import { pluginScheme } from '../../plugins/frames/frameAddress.ts'
import { previewScheme } from '../../previews/previewPolicy.ts'

/**
 * Allows scripts and connections only from the app's own files. The only frames are the pages of
 * plugins and previews, which have policies of their own, and documents that the page writes
 * itself; the policy applies to these too. Inline styles are allowed, because positioned menus and
 * KaTeX set them and they can't run anything.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  // The speech detector needs WebAssembly. A string still can't become script.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  `frame-src ${pluginScheme}: ${previewScheme}:`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
