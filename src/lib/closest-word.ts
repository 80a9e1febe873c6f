import { distance } from "fastest-levenshtein";

/** The known word that somebody most likely meant, or undefined if none is near: a third of its letters may differ. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let best: { word: string; distance: number } | undefined;
  for (const one of known) {
    const far = distance(wanted, one.toLowerCase());
    if (far <= Math.max(1, Math.floor(one.length / 3)) && (!best || far < best.distance))
      best = { word: one, distance: far };
  }
  return best?.word;
}
