/**
 * The number of boxes that wait: one that becomes skippable while it is in sight is restyled as a
 * whole.
 */
const waitingBoxes = 2

/**
 * Lets the browser skip boxes while they are out of sight, except for the last ones, where text is
 * added. To be called whenever the last box is another; a class, because a rule that counts from
 * the end restyles all that is in sight for each box.
 */
export function setSkippable(boxes: readonly Element[]): void {
  boxes.at(-1 - waitingBoxes)?.classList.add('skippable')
  for (const box of boxes.slice(-waitingBoxes)) box.classList.remove('skippable')
}
