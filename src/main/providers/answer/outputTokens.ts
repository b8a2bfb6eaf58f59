interface Counts {
  input: number | null | undefined
  output: number | null | undefined
  reasoning: number | null | undefined
  total: number | null | undefined
}

/**
 * Returns the output tokens billed. Some services exclude reasoning tokens from their output count;
 * the other counts reveal it.
 */
export function outputTokensOf({ input, output, reasoning, total }: Counts): number {
  const written = output ?? 0
  const thought = reasoning ?? 0
  const isApart =
    typeof total === 'number' && total > 0
      ? total >= (input ?? 0) + written + thought
      : thought > written
  return isApart ? written + thought : written
}
