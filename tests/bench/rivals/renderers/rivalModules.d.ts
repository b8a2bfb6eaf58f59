/**
 * The part of the rivals' types that the bench uses. They are not installed where types are
 * checked.
 */

declare module 'streamdown' {
  export const Streamdown: import('react').ComponentType<{
    plugins: object
    isAnimating: boolean
    children: string
  }>
}

declare module '@streamdown/code' {
  export const code: unknown
}

declare module '@streamdown/math' {
  export function createMathPlugin(options: { singleDollarTextMath: boolean }): unknown
}

declare module 'react-markdown' {
  const Markdown: import('react').ComponentType<{
    remarkPlugins: unknown[]
    rehypePlugins: unknown[]
    children: string
  }>
  export default Markdown
}

declare module 'remark-gfm' {
  const plugin: unknown
  export default plugin
}

declare module 'remark-math' {
  const plugin: unknown
  export default plugin
}

declare module 'rehype-highlight' {
  const plugin: unknown
  export default plugin
}

declare module 'rehype-katex' {
  const plugin: unknown
  export default plugin
}

declare module 'highlight.js/lib/common' {
  const highlighter: {
    getLanguage: (name: string) => unknown
    highlight: (text: string, options: { language: string }) => { value: string }
  }
  export default highlighter
}

declare module 'marked' {
  export namespace Tokens {
    interface Code {
      text: string
      lang?: string
    }
  }
  interface Formula {
    type: string
    raw: string
    text: string | undefined
  }
  export interface TokenizerAndRendererExtension {
    name: string
    level: 'block' | 'inline'
    start: (source: string) => number | undefined
    tokenizer: (source: string) => Formula | undefined
    renderer: (token: { text?: unknown }) => string
  }
  export class Marked {
    constructor(options: {
      gfm: boolean
      extensions: TokenizerAndRendererExtension[]
      renderer: { code: (token: Tokens.Code) => string }
    })
    lexer: (text: string) => { raw: string }[]
    parse: (text: string, options: { async: false }) => string
  }
}
