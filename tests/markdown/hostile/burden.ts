export interface Burden {
  name: string
  text: string
}
