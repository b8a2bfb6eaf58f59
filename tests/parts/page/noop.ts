/** Stands for what a part would call. */
export function noop(): void {}
