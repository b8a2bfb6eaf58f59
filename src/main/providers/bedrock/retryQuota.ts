import type { AppError } from '../../../shared/errors.ts'

const maxCapacity = 500
const retryCost = 14
const throttledRetryCost = 5
/** Returned by a request that needed no retry. */
const plainReturn = 1

/**
 * AWS's limit on retries: each takes from a capacity of 500 and returns what it took when its
 * request succeeds. A service that fails for long gets ever fewer requests.
 */
export interface RetryQuota {
  /** Takes the cost of a retry and returns it; `null` if too little is left. */
  take: (isThrottled: boolean) => number | null
  /** Returns the cost of a retry, or 1 for a request that had none. */
  giveBack: (cost?: number) => void
}

/** The quotas by service address: all keys, clients and operations of a region share one. */
export interface RetryQuotas {
  at: (address: string) => RetryQuota
}

export function createRetryQuotas(): RetryQuotas {
  const quotas = new Map<string, RetryQuota>()
  return {
    at(address) {
      const quota = quotas.get(address) ?? createRetryQuota()
      quotas.set(address, quota)
      return quota
    },
  }
}

export function createRetryQuota(): RetryQuota {
  let capacity = maxCapacity
  return {
    take(isThrottled) {
      const cost = isThrottled ? throttledRetryCost : retryCost
      if (capacity < cost) return null
      capacity -= cost
      return cost
    },
    giveBack(cost = plainReturn) {
      capacity = Math.min(maxCapacity, capacity + cost)
    },
  }
}

/** Tells whether a failure costs what a throttled request does. */
export function isThrottled({ details }: AppError): boolean {
  return details.status === 429
}
