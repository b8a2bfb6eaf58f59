const ends = new Map<string, Promise<unknown>>()

/** Runs changes to one provider in the order of the calls. */
export function enqueueUpdate<Value>(
  providerId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const mine = updatesSettled(providerId).then(work)
  ends.set(providerId, mine)
  return mine
}

/** Resolves once all changes so far have succeeded or failed. */
export async function updatesSettled(providerId: string): Promise<void> {
  await ends.get(providerId)?.catch(() => undefined)
}
