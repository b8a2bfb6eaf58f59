import type { DrawingColors } from './drawing.ts'

/** Returns the style of a kind for the page's colours, its fills, and whether the page is dark. */
export type KindStyle = (colors: DrawingColors, fills: readonly string[], isDark: boolean) => string

/** The style of the kinds that few answers have, where Mermaid's variables don't reach. */
export const rareStyles: Readonly<Record<string, KindStyle>> = {
  venn: ({ ink }) => `
    .venn-title { font-size: 18px }
    .venn-circle text, .venn-intersection text { font-size: 16px !important; fill: ${ink} !important }
    .venn-circle path { fill-opacity: 0.16 !important }`,
  ishikawa: () => `
    .ishikawa-label-box { rx: 6px }
    .ishikawa-spine, .ishikawa-branch, .ishikawa-head, .ishikawa-label-box { stroke-width: 1.5px }`,
  usecase: ({ control }) => `
    .usecase-element text { text-anchor: middle }
    .usecase-element ellipse, .usecase-actor-shape { stroke-width: 1.5px }
    .edgeLabel rect, .edgeLabel .background { fill: ${control} !important }`,
  wardley: ({ ink, muted }) => `
    text { fill: ${ink}; font-size: 13px }
    .wardley-axis-label, .wardley-stage-label { fill: ${muted}; font-weight: 400 }
    .wardley-stages line, line[stroke='#000'] { stroke: ${muted}; stroke-opacity: 0.5 }
    [fill='white'], [fill='#eee'] { fill: transparent }`,
  swimlane: ({ background }) => `
    .swimlane.cluster rect { stroke: ${background} !important; stroke-width: 3px !important }`,
  eventmodeling: ({ ink }) => `
    .em-box span { color: ${ink}; font-weight: 500 }
    .em-swimlane text { fill: ${ink}; font-weight: 500 }`,
  railroad: () => `
    .railroad-nonterminal rect { rx: 6px }`,
}
