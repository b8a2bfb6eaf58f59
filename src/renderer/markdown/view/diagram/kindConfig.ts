import type { MermaidConfig } from 'mermaid'
import type { DrawingColors } from './drawing.ts'
import { kindFills } from './theme.ts'

const c4Elements = ['person', 'system', 'container', 'component'].flatMap((element) =>
  ['', '_db', '_queue'].map((shape) => `${element}${shape}`),
)

/** Returns the settings of the kinds that take neither Mermaid's variables nor its style. */
export function configOf(
  { muted, raised, control }: DrawingColors,
  isDark: boolean,
): MermaidConfig {
  const fills = kindFills(isDark)
  const c4 = c4Elements.flatMap((element, index) => {
    const fill = fills[Math.floor(index / 3)] ?? raised
    return [
      [`${element}_bg_color`, fill],
      [`${element}_border_color`, fill],
      [`external_${element}_bg_color`, control],
      [`external_${element}_border_color`, muted],
    ]
  })
  return {
    c4: Object.fromEntries(c4) as MermaidConfig['c4'] & object,
    sankey: { linkColor: muted },
    sequence: { height: 48 },
  }
}
