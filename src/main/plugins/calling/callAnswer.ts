/** What a plugin has answered to a call. */
export interface CallAnswer {
  text: string
  sentBytes: number
  receivedBytes: number
}
