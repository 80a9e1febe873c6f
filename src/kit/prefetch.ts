const loads = new Set<() => Promise<unknown>>();

/** Marks code that a screen needs soon but not in order to appear. It's fetched once the screen is there. */
export function prefetchLater<Part>(load: () => Promise<Part>): () => Promise<Part> {
  loads.add(load);
  return load;
}

/**
 * Fetches everything marked with `prefetchLater`. Anything that fails to load is fetched again when it's
 * needed.
 */
export function runPrefetches(): void {
  for (const load of loads) void load().catch(() => undefined);
  loads.clear();
}
