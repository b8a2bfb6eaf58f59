import { lazy } from 'react'

/** KaTeX and its fonts come only with a text that needs them. */
export const LazyTexMarkdown = lazy(async () => {
  const { TexMarkdown } = await import('./TexMarkdown.tsx')
  return { default: TexMarkdown }
})
