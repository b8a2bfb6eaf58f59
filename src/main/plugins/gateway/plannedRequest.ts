/** A request as it is sent. */
export interface PlannedRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | undefined
}
