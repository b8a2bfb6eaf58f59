interface Progress {
  /** Returns true once the finish reason has arrived. Little can follow it. */
  finished: () => boolean
  /** Returns true once the end mark has arrived. Only another answer can follow it, and soon. */
  endMark: () => boolean
}

const afterFinishMilliseconds = 10_000
/**
 * Only the end of the connection can follow the end mark. Reading it lets the connection be reused.
 */
const afterEndMarkMilliseconds = 250

/** Returns a function that gives the longest allowed silence before the answer's next piece. */
export function answerSilence(answer: Progress, idleMilliseconds: number): () => number {
  return () => {
    if (answer.endMark()) return afterEndMarkMilliseconds
    return answer.finished() ? afterFinishMilliseconds : idleMilliseconds
  }
}
