import 'katex/dist/katex.min.css'
import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import type { Options } from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import remarkMath from 'remark-math'

/** TeX may not load, link or style anything, nor blow itself up by macros. */
const katexOptions = {
  strict: false,
  trust: false,
  maxExpand: 1000,
  maxSize: 20,
  errorColor: 'inherit',
}

/** Markdown that holds TeX between `$$`, as normalizeTex writes it. */
export function TexMarkdown(options: Options): ReactNode {
  const { remarkPlugins, rehypePlugins, ...rest } = options
  return (
    <ReactMarkdown
      {...rest}
      remarkPlugins={[...(remarkPlugins ?? []), [remarkMath, { singleDollarTextMath: false }]]}
      rehypePlugins={[...(rehypePlugins ?? []), [rehypeKatex, katexOptions]]}
    />
  )
}
