/* What later slices know of templates: where each is used. */
import type { Db } from "#src/platform/db/database.ts";
import type { TemplateUse } from "./contract.ts";

export type FindTemplateUses = (db: Db, of: { account: string; id: string }) => Promise<TemplateUse[]>;

let finders: readonly FindTemplateUses[] | undefined;

/** Called on load by the process, because this slice comes before those that use templates. */
export function registerTemplateUses(known: readonly FindTemplateUses[]): void {
  finders = known;
}

/** What would say nothing without the template. What was sent or published has its own copy. */
export async function findTemplateUses(db: Db, of: { account: string; id: string }): Promise<TemplateUse[]> {
  if (!finders) throw new Error("Nobody has registered what uses templates.");
  const found: TemplateUse[] = [];
  // One after another, because a transaction has one connection.
  for (const find of finders) found.push(...(await find(db, of)));
  return found;
}
