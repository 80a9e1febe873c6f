import type { Hook } from "#src/features/inbound/hook-contract.ts";
import { whenWords } from "#src/kit/when.ts";

/** What's wrong with what a provider last reported, if anything. */
export function troubleOf({ taken_at, refused_at, refusal }: Hook): string | undefined {
  if (refused_at === null || (taken_at !== null && refused_at <= taken_at)) return undefined;
  return `The report of ${whenWords(refused_at)} couldn’t be used. ${refusal}`;
}
