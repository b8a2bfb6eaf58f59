const ends = new Map<string, Promise<unknown>>()

/** Does what changes one provider in the order in which it was asked for. */
export function enqueueUpdate<Value>(
  providerId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const mine = updatesSettled(providerId).then(work)
  ends.set(providerId, mine)
  return mine
}

/** Resolves once all that was asked for so far is done or has failed. */
export async function updatesSettled(providerId: string): Promise<void> {
  await ends.get(providerId)?.catch(() => undefined)
}
