interface Counts {
  input: number | null | undefined
  output: number | null | undefined
  reasoning: number | null | undefined
  total: number | null | undefined
}

/**
 * The tokens that are billed as written, in tokens: some services leave what the model thought out
 * of them, which their own numbers tell.
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
