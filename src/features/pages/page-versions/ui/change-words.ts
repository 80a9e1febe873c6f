import type { PageChanges, PageVersion } from "#src/features/pages/page-versions/contract.ts";
import type { PagePart } from "#src/features/pages/page-versions/rules.ts";
import { formatNumber } from "#src/kit/plural.ts";

const PART_LABELS: Readonly<Record<PagePart, string>> = {
  texts: "Texts changed",
  look: "Look changed",
  socials: "Social accounts changed",
  settings: "Settings changed",
};

/** Says what's different in a version, in short phrases. */
export function changeWords({ changes, restored_from }: PageVersion): string[] {
  if (changes === null) return restored_from === null ? ["First version"] : [];
  return wordsOf(changes);
}

export function wordsOf({ parts, added, removed, changed, is_reordered }: PageChanges): string[] {
  return [
    added > 0 ? `Links added: ${formatNumber(added)}` : "",
    removed > 0 ? `Links removed: ${formatNumber(removed)}` : "",
    changed > 0 ? `Links changed: ${formatNumber(changed)}` : "",
    is_reordered ? "Order changed" : "",
    ...parts.map((part) => PART_LABELS[part]),
  ].filter((words) => words !== "");
}
