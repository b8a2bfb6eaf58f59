/**
 * The events that accept listeners. Some never occur, because the host has no webview, no
 * certificate prompt and, except on macOS, no activation.
 */
export const appEvents: ReadonlySet<string> = new Set([
  'activate',
  'before-quit',
  'browser-window-blur',
  'browser-window-created',
  'browser-window-focus',
  'certificate-error',
  'child-process-gone',
  'open-file',
  'open-url',
  'quit',
  'ready',
  'render-process-gone',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
])

export const windowEvents: ReadonlySet<string> = new Set([
  'always-on-top-changed',
  'blur',
  'close',
  'closed',
  'enter-full-screen',
  'focus',
  'hide',
  'leave-full-screen',
  'maximize',
  'minimize',
  'move',
  'page-title-updated',
  'ready-to-show',
  'resize',
  'restore',
  'show',
  'unmaximize',
])

export const contentsEvents: ReadonlySet<string> = new Set([
  'console-message',
  'destroyed',
  'did-attach-webview',
  'did-fail-load',
  'did-finish-load',
  'did-navigate',
  'did-navigate-in-page',
  'did-start-loading',
  'did-start-navigation',
  'did-stop-loading',
  'dom-ready',
  'page-title-updated',
  'preload-error',
  'render-process-gone',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-prevent-unload',
])
