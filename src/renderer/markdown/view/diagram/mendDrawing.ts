/** Mends what no setting of Mermaid's can. The drawing must be in the document, to be measured. */
export function mendDrawing(drawing: SVGSVGElement): void {
  raiseTitles(drawing)
  centreStates(drawing)
  freeInk(drawing)
  thinDates(drawing)
}

/** An edge into a subgraph is drawn over its title. */
function raiseTitles(drawing: SVGSVGElement): void {
  for (const title of drawing.querySelectorAll('.cluster > .cluster-label')) {
    const root = title.closest('.root')
    // Only flow charts have both.
    if (!root?.querySelector(':scope > .edgePaths')) continue
    title.classList.add('raised-title')
    root.append(title)
  }
}

/** A short name stands at the start of its state, which has a least width. */
function centreStates(drawing: SVGSVGElement): void {
  for (const label of drawing.querySelectorAll<SVGGElement>('.statediagram-state > .label')) {
    const box = label.parentElement
      ?.querySelector<SVGGraphicsElement>('.label-container')
      ?.getBBox()
    const text = label.querySelector('text')?.getBBox()
    const { e: x, f: y } = label.transform.baseVal.consolidate()?.matrix ?? {}
    if (!box || !text || x === undefined || y === undefined) continue
    const start = box.x + (box.width - text.width) / 2 - text.x
    label.setAttribute('transform', `translate(${start}, ${y})`)
  }
}

/** Words on Mermaid's blue are white, more important than any style. */
function freeInk(drawing: SVGSVGElement): void {
  for (const words of drawing.querySelectorAll<SVGTextElement>('.c4-shape text')) {
    if (words.style.fill === 'rgb(255, 255, 255)') words.style.removeProperty('fill')
  }
}

/** The dates of a plan's days stand over each other where there are many. */
function thinDates(drawing: SVGSVGElement): void {
  let end = -Infinity
  for (const date of drawing.querySelectorAll('.grid .tick text')) {
    const { left, right } = date.getBoundingClientRect()
    if (left < end + datesGap) date.remove()
    else end = right
  }
}

const datesGap = 6
