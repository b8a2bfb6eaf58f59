import type { DrawingColors } from './drawing.ts'
import { rareTheme } from './rareTheme.ts'

/** The fills of slices and branches; the page's ink can be read on each. The accent's comes first. */
const lightKinds = '#9ce1d7 #efca9f #bbd1ff #fcbfbe #c2dbab #e6c3ee #a2daf6 #dbd39e'.split(' ')
const darkKinds = '#165f58 #6b4b24 #3f5279 #744242 #465a30 #64456b #225972 #5c5321'.split(' ')

/**
 * Returns the fills of parts that each have their own (slices, branches, tasks). One of Mermaid's
 * greys is almost the page's, and hides a slice or a branch.
 */
export function kindFills(isDark: boolean): readonly string[] {
  return isDark ? darkKinds : lightKinds
}

/** Returns Mermaid's variables for the page's colours. */
export function themeOf(colors: DrawingColors, isDark: boolean): object {
  const kinds = kindFills(isDark)
  return {
    ...partColors(colors),
    ...pieColors(colors),
    ...ganttColors(colors, kinds),
    ...quadrantColors(colors),
    ...gitColors(colors),
    ...numberedColors(colors, kinds),
    ...rareTheme(colors, kinds, kindFills(!isDark)),
    radar: { axisColor: colors.muted, graticuleColor: colors.control, graticuleOpacity: 0.5 },
    packet: packetColors(colors),
    xyChart: chartColors(colors, kinds),
    // Mermaid's shadow is a light grey, which glows around borders in a dark window.
    ...{ dropShadow: 'none', useGradient: false, strokeWidth: 1.5 },
  }
}

/** Returns the colours of all parts but those that each have their own. */
function partColors({ background, raised, ink, muted, control, soft }: DrawingColors): object {
  return {
    ...{
      background,
      mainBkg: raised,
      nodeBkg: raised,
      clusterBkg: control,
      edgeLabelBackground: background,
    },
    ...{ nodeBorder: muted, clusterBorder: control, lineColor: muted, defaultLinkColor: muted },
    ...{ textColor: ink, nodeTextColor: ink, titleColor: ink, primaryTextColor: ink },
    ...{ actorBkg: raised, actorBorder: muted, actorTextColor: ink, actorLineColor: muted },
    ...{ signalColor: ink, signalTextColor: ink, loopTextColor: ink, labelTextColor: ink },
    ...{ labelBoxBkgColor: raised, labelBoxBorderColor: muted, sequenceNumberColor: background },
    ...{ activationBkgColor: control, activationBorderColor: muted },
    ...{ noteBkgColor: soft, noteBorderColor: soft, noteTextColor: ink },
    ...{ classText: ink, stateLabelColor: ink, stateBkg: raised, transitionColor: muted },
    specialStateColor: muted,
    ...{ requirementTextColor: ink, relationLabelColor: ink, relationLabelBackground: background },
    ...{ compositeBackground: background, compositeTitleBackground: control },
    ...{ transitionLabelColor: ink, attributeBackgroundColorOdd: raised },
    ...{ attributeBackgroundColorEven: control, rowOdd: raised, rowEven: control },
    ...{ requirementBackground: raised, requirementBorderColor: muted, relationColor: muted },
    ...{ faceColor: raised, archEdgeColor: muted, archEdgeArrowColor: muted },
    archGroupBorderColor: muted,
  }
}

function pieColors({ background, ink }: DrawingColors): object {
  return {
    ...{ pieStrokeColor: background, pieOuterStrokeColor: background, pieOpacity: '1' },
    ...{ pieSectionTextColor: ink, pieTitleTextColor: ink, pieLegendTextColor: ink },
    ...{ pieTitleTextSize: '18px', pieLegendTextSize: '14px', pieSectionTextSize: '14px' },
  }
}

function ganttColors({ control, ink, muted, accent }: DrawingColors, kinds: readonly string[]) {
  const [task, , active, urgent] = kinds
  return {
    ...{ sectionBkgColor: control, sectionBkgColor2: control, altSectionBkgColor: 'transparent' },
    ...{ taskBkgColor: task, taskBorderColor: task, gridColor: control, todayLineColor: accent },
    ...{ activeTaskBkgColor: active, activeTaskBorderColor: active },
    ...{ doneTaskBkgColor: control, doneTaskBorderColor: muted },
    ...{ critBkgColor: urgent, critBorderColor: urgent, vertLineColor: accent },
    ...{ taskTextColor: ink, taskTextLightColor: ink, taskTextDarkColor: ink },
    ...{ taskTextOutsideColor: ink, taskTextClickableColor: ink },
  }
}

function quadrantColors({ raised, soft, control, ink, muted, accent }: DrawingColors): object {
  return {
    ...{
      quadrant1Fill: soft,
      quadrant2Fill: raised,
      quadrant3Fill: control,
      quadrant4Fill: raised,
    },
    ...{ quadrant1TextFill: ink, quadrant2TextFill: ink, quadrant3TextFill: ink },
    ...{ quadrant4TextFill: ink, quadrantPointTextFill: ink, quadrantPointFill: accent },
    ...{ quadrantXAxisTextFill: muted, quadrantYAxisTextFill: muted, quadrantTitleFill: ink },
    ...{ quadrantInternalBorderStrokeFill: control, quadrantExternalBorderStrokeFill: control },
  }
}

function gitColors({ background, raised, ink, muted }: DrawingColors): object {
  return {
    ...{ commitLabelColor: ink, commitLabelBackground: background, commitLabelFontSize: '13px' },
    ...{ tagLabelColor: ink, tagLabelBackground: raised, tagLabelBorder: muted },
    tagLabelFontSize: '13px',
    // The middle of a merge.
    primaryColor: raised,
  }
}

function packetColors({ raised, ink, muted }: DrawingColors): object {
  return {
    ...{ startByteColor: muted, endByteColor: muted, labelColor: ink, titleColor: ink },
    ...{ blockStrokeColor: muted, blockFillColor: raised, blockStrokeWidth: '1.5' },
    ...{ labelFontSize: '14px', byteFontSize: '11px', titleFontSize: '18px' },
  }
}

function chartColors(colors: DrawingColors, kinds: readonly string[]): object {
  const { background, ink, muted, accent } = colors
  const [bars, ...others] = kinds
  return {
    backgroundColor: background,
    titleColor: ink,
    ...{ xAxisLabelColor: ink, xAxisTitleColor: ink, xAxisTickColor: muted, xAxisLineColor: muted },
    ...{ yAxisLabelColor: ink, yAxisTitleColor: ink, yAxisTickColor: muted, yAxisLineColor: muted },
    // A line is often drawn over its bars.
    plotColorPalette: [bars, accent, ...others].join(),
  }
}

/** Returns the colours of parts that Mermaid counts: slices, branches, sections, tasks. */
function numberedColors({ ink }: DrawingColors, kinds: readonly string[]): object {
  const colors: Record<string, string> = {}
  for (let index = 0; index < 12; index += 1) {
    const color = kinds[index % kinds.length] ?? ink
    colors[`cScale${index}`] = color
    colors[`cScalePeer${index}`] = color
    colors[`cScaleInv${index}`] = color
    colors[`cScaleLabel${index}`] = ink
    colors[`fillType${index}`] = color
    colors[`pie${index + 1}`] = color
    colors[`git${index}`] = color
    colors[`gitInv${index}`] = ink
    colors[`gitBranchLabel${index}`] = ink
  }
  return colors
}
