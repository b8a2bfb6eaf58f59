import { loadLineHighlighter } from './loadLineHighlighter.ts'
import { createHighlightServer } from './highlightServer.ts'
import type { HighlightRelease, HighlightRequest } from './highlightServer.ts'

const serve = createHighlightServer(loadLineHighlighter, (answer) => self.postMessage(answer))

self.addEventListener('message', (event: MessageEvent<HighlightRequest | HighlightRelease>) => {
  void serve(event.data)
})
