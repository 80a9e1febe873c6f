const loads = new Set<() => Promise<unknown>>();

/** Marks code that isn't needed for a screen to appear, but soon after: it's fetched as soon as the screen is there. */
export function soon<Part>(load: () => Promise<Part>): () => Promise<Part> {
  loads.add(load);
  return load;
}

/** Fetches what is soon needed. What doesn't arrive is fetched again when it's needed. */
export function fetchSoonNeeded(): void {
  for (const load of loads) void load().catch(() => undefined);
  loads.clear();
}
