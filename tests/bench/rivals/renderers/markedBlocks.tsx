import 'katex/dist/katex.min.css'
import './plain.css'
import highlighter from 'highlight.js/lib/common'
import katex from 'katex'
import { Marked } from 'marked'
import type { TokenizerAndRendererExtension, Tokens } from 'marked'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { mountReact } from '../../rendering/page/renderers/mountReact.ts'

const blockFormula: TokenizerAndRendererExtension = {
  name: 'blockFormula',
  level: 'block',
  start: (source) => source.match(/^\$\$/m)?.index,
  tokenizer: (source) => {
    const [raw, text] = /^\$\$\n([\s\S]+?)\n\$\$(?:\n|$)/.exec(source) ?? []
    return raw === undefined ? undefined : { type: 'blockFormula', raw, text }
  },
  renderer: ({ text }) =>
    katex.renderToString(String(text), { displayMode: true, throwOnError: false }),
}

const inlineFormula: TokenizerAndRendererExtension = {
  name: 'inlineFormula',
  level: 'inline',
  start: (source) => source.indexOf('$'),
  tokenizer: (source) => {
    const [raw, text] = /^\$([^$\s](?:[^$\n]*[^$\s])?)\$(?!\d)/.exec(source) ?? []
    return raw === undefined ? undefined : { type: 'inlineFormula', raw, text }
  },
  renderer: ({ text }) => katex.renderToString(String(text), { throwOnError: false }),
}

const marked = new Marked({
  gfm: true,
  extensions: [blockFormula, inlineFormula],
  renderer: { code: renderCode },
})

function renderCode({ text, lang = '' }: Tokens.Code): string {
  const language = highlighter.getLanguage(lang) ? lang : 'plaintext'
  const { value } = highlighter.highlight(text, { language })
  return `<pre><code class="hljs language-${language}">${value}</code></pre>\n`
}

/**
 * A block of the text. The text is split into blocks at each update; unchanged blocks are skipped.
 */
const Block = memo(function Block({ raw }: { raw: string }): ReactNode {
  const html = marked.parse(raw, { async: false })
  // oxlint-disable-next-line react/no-danger -- what is measured works like this; its texts are ours
  return <div dangerouslySetInnerHTML={{ __html: html }} />
})

export const mountMarkedBlocks = mountReact((text) =>
  marked.lexer(text).map(({ raw }, index) => <Block key={index} raw={raw} />),
)
