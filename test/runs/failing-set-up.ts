export function setup(): void {
  throw new Error("thrown by the set-up");
}
