import type { DrawingColors } from './drawing.ts'

/** Returns Mermaid's variables of the kinds that few answers have, each of which has its own. */
export function rareTheme(
  colors: DrawingColors,
  fills: readonly string[],
  inks: readonly string[],
): object {
  return {
    ...vennColors(colors, inks),
    ...eventColors(colors, fills),
    wardley: wardleyColors(colors),
    cynefin: cynefinColors(colors, fills),
    treeView: treeColors(colors),
    railroad: railroadColors(colors, fills),
  }
}

/** A circle's fill is almost transparent: its edge has the colour. */
function vennColors({ ink }: DrawingColors, inks: readonly string[]): object {
  const circles = Object.fromEntries(inks.map((color, index) => [`venn${index + 1}`, color]))
  return { ...circles, vennTitleTextColor: ink, vennSetTextColor: ink }
}

/** Screens, processors, views, commands and events of an event model. */
function eventColors({ raised, muted, control }: DrawingColors, fills: readonly string[]): object {
  const [command = raised, event = raised, view = raised] = fills
  return {
    ...{ emUiFill: raised, emUiStroke: muted, emProcessorFill: control, emProcessorStroke: muted },
    ...{ emCommandFill: command, emCommandStroke: command, emEventFill: event },
    ...{ emEventStroke: event, emReadModelFill: view, emReadModelStroke: view },
    ...{ emSwimlaneBackgroundOdd: 'transparent', emSwimlaneBackgroundStroke: control },
    ...{ emRelationStroke: muted, emArrowhead: muted },
  }
}

function wardleyColors({ background, raised, ink, muted, control, accent }: DrawingColors): object {
  return {
    ...{ backgroundColor: background, axisColor: muted, axisTextColor: muted, gridColor: control },
    ...{ componentFill: raised, componentStroke: ink, componentLabelColor: ink },
    ...{ linkStroke: muted, evolutionStroke: accent, annotationStroke: muted },
    ...{ annotationTextColor: ink, annotationFill: raised },
  }
}

function cynefinColors({ ink, muted, control }: DrawingColors, fills: readonly string[]): object {
  const [clear, complicated, complex, chaotic] = fills
  return {
    ...{ clearBg: clear, complicatedBg: complicated, complexBg: complex, chaoticBg: chaotic },
    ...{ confusionBg: control, boundaryColor: muted, boundaryWidth: 1.5, cliffColor: muted },
    ...{ cliffWidth: 2, arrowColor: ink, arrowWidth: 1.5, textColor: ink, labelColor: ink },
    ...{ domainFontSize: 16, itemFontSize: 14 },
  }
}

function treeColors({ ink, muted, soft, accent }: DrawingColors): object {
  return {
    ...{ labelFontSize: '16px', labelColor: ink, lineColor: muted, iconColor: muted },
    ...{ descriptionColor: muted, highlightBg: soft, highlightStroke: accent },
  }
}

function railroadColors({ raised, ink, muted, control }: DrawingColors, fills: readonly string[]) {
  return {
    ...{ terminalFill: fills[0], terminalStroke: fills[0], terminalTextColor: ink },
    ...{ nonTerminalFill: raised, nonTerminalStroke: muted, nonTerminalTextColor: ink },
    ...{ commentFill: control, commentStroke: control, commentTextColor: ink },
    ...{ specialFill: control, specialStroke: muted, lineColor: muted, markerFill: muted },
    ...{ ruleNameColor: ink, strokeWidth: 1.5 },
  }
}
