/**
 * Scripts and connections only from the app's own files, and no frame but one that the page has
 * written itself, to which this applies as well. Inline styles are allowed: positioned menus and
 * KaTeX set them, and they can't run anything.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  // For the model that hears where someone speaks: WebAssembly, and no script from a text.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
