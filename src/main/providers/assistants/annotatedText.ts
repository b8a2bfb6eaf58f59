import type { Annotation } from './runObjects.ts'

/** An annotation where it stands in its text, in UTF-16 units. */
export interface PlacedAnnotation {
  start: number
  end: number
  annotation: Annotation
}

/**
 * Finds the annotations in a text, in the order in which they stand there. Services count their
 * indices in other units or not at all: then the annotation's own text is searched.
 */
export function placeAnnotations(
  value: string,
  annotations: Iterable<Annotation>,
): PlacedAnnotation[] {
  const placed: PlacedAnnotation[] = []
  for (const annotation of annotations) {
    const { text, start_index: said } = annotation
    if (!text) continue
    const isThere =
      typeof said === 'number' && value.startsWith(text, said) && isFree(said, text, placed)
    const start = isThere ? said : findFree(value, text, placed)
    if (start >= 0) placed.push({ start, end: start + text.length, annotation })
  }
  return placed.sort((one, other) => one.start - other.start)
}

/** Replaces annotations from the end backwards, so that the earlier places stay right. */
export function replaceAnnotations(
  value: string,
  placed: readonly PlacedAnnotation[],
  toText: (annotation: Annotation) => string,
): string {
  return placed.toReversed().reduce((text, { start, end, annotation }) => {
    return text.slice(0, start) + toText(annotation) + text.slice(end)
  }, value)
}

const marker = /【\d+(?::\d+)?†[^】]{0,200}】/y
/** The beginning of a marker at the end of what has come. */
const begunMarker = /【(?:\d+(?::\d*)?(?:†[^】]{0,200})?)?$/y
const filePath = /sandbox:\/[^\s)\]]*/y
const begunPath = /s(?:a(?:n(?:d(?:b(?:o(?:x:?)?)?)?)?)?)?$/y

/**
 * Returns how much of a text may be shown while more of it comes: up to the first marker or address
 * of a file whose annotation has not come yet.
 */
export function shownLength(
  value: string,
  from: number,
  placed: readonly PlacedAnnotation[],
): number {
  for (let at = from; at < value.length; at += 1) {
    const covering = placed.find(({ start, end }) => start <= at && at < end)
    if (covering) at = covering.end - 1
    else if (mayBeReplaced(value, at)) return at
  }
  return value.length
}

function mayBeReplaced(value: string, at: number): boolean {
  const first = value[at]
  if (first === '【') return matchesAt(marker, value, at) || matchesAt(begunMarker, value, at)
  return first === 's' && (matchesAt(filePath, value, at) || matchesAt(begunPath, value, at))
}

function matchesAt(pattern: RegExp, value: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(value)
}

/** Returns where a text stands that no other annotation has; -1 if it stands nowhere. */
function findFree(value: string, text: string, placed: readonly PlacedAnnotation[]): number {
  let at = value.indexOf(text)
  while (at >= 0 && !isFree(at, text, placed)) at = value.indexOf(text, at + 1)
  return at
}

function isFree(at: number, text: string, placed: readonly PlacedAnnotation[]): boolean {
  return !placed.some(({ start, end }) => at < end && start < at + text.length)
}
