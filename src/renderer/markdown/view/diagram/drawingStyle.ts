import type { DrawingColors, DrawingRequest } from './drawing.ts'
import { rareStyles } from './rareStyles.ts'
import type { KindStyle } from './rareStyles.ts'
import { kindFills } from './theme.ts'

/** Returns the style of what Mermaid's variables don't reach, as CSS. */
export function styleOf({ colors, fontFamily }: DrawingRequest): string {
  return [
    `text, tspan, div, span { font-family: ${fontFamily} !important }`,
    // Shadows, and a brightness that takes the words' contrast away.
    '* { filter: none !important }',
    lineStyle,
    labelStyle(colors),
    cornerStyle,
  ].join('\n')
}

/** Returns the style of a kind alone, by Mermaid's name of it, as CSS. */
export function styleOfKind(kind: string, { colors, isDark }: DrawingRequest): string {
  return kindStyles[kind]?.(colors, kindFills(isDark), isDark) ?? ''
}

const lineStyle = `
.edge-thickness-normal:not([class*='section-edge']), .relation, .transition, .relationshipLine, .messageLine0, .messageLine1,
.actor-line, .loopLine { stroke-width: 1.5px !important }
.actor-line { stroke-opacity: 0.5 }`

const cornerStyle = `
.node rect.label-container, rect.actor, .cluster > rect, .statediagram-cluster rect.outer,
.note > rect { rx: 6px; ry: 6px }`

/**
 * A label hides the line below. Mermaid's own background lets half of it through; words without a
 * background get an edge of its colour.
 */
function labelStyle({ background, control }: DrawingColors): string {
  const halo = 'stroke-width: 6px !important; stroke-linejoin: round; paint-order: stroke'
  return `
.edgeLabel rect, .edgeLabel .background, .labelBkg, .relationshipLabelBox {
  fill: ${background} !important; opacity: 1 !important; stroke: none !important }
.messageText, .loopText, .loopText > tspan, .architecture-service-label text {
  stroke: ${background} !important; ${halo} }
.raised-title text { stroke: ${control} !important; ${halo} }`
}

const kindStyles: Readonly<Record<string, KindStyle>> = {
  sankey: (_, fills) =>
    ordered(fills, (nth) => `.node:nth-child(${nth}) rect`) +
    '.links .link { mix-blend-mode: normal !important; stroke-opacity: 0.25 }',
  c4: ({ ink, muted }) => `
    text, tspan { fill: ${ink} !important }
    line, path { stroke: ${muted} }`,
  // A dot stands on a section of the same colours: it takes those of the other theme.
  journey: ({ ink, background }, _, isDark) =>
    kindFills(!isDark)
      .map((fill, index) => `circle.actor-${index} { fill: ${fill} }`)
      .join('\n') +
    `.task, .journey-section { stroke: none; color: ${ink} }
    circle[class*='actor'] { stroke: ${background}; stroke-width: 2px }
    .legend { font-size: 14px }`,
  architecture: ({ accent }, fills, isDark) => `
    rect[style*='087ebf'] { fill: ${isDark ? fills[0] : accent} !important }`,
  ...rareStyles,
  gitGraph: ({ background }) => `
    .commit-label-bkg { opacity: 0 }
    .commit-label { stroke: ${background}; stroke-width: 4px; paint-order: stroke }`,
}

/** Returns rules that give parts their fills in turn. */
function ordered(fills: readonly string[], selectorOf: (nth: string) => string): string {
  const rules = fills.map(
    (fill, index) => `${selectorOf(`${fills.length}n + ${index + 1}`)} { fill: ${fill} }`,
  )
  return rules.join('\n')
}
