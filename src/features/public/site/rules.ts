/** Formats counts for tiles: 950, 1.2K, 50M. Never rounded up. */
export function shortCount(count: number): string {
  const steps = [
    [1e9, "B"],
    [1e6, "M"],
    [1e3, "K"],
  ] as const;
  const [size, letter] = steps.find(([step]) => count >= step) ?? [1, ""];
  const scaled = count / size;
  const shown = scaled >= 100 || size === 1 ? Math.floor(scaled) : Math.floor(scaled * 10) / 10;
  return `${shown}${letter}`;
}
