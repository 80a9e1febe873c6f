/* An account's own most unusual contacts, for previews of an e-mail (features 5.2.4). */
import { type MergeContact, toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import { getOwn } from "#src/lib/get-own.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { TemplateParts } from "../blocks/blocks-contract.ts";
import { ContentError } from "../merge-tags/merge-tags.ts";
import { renderer } from "../render/render.ts";
import { EDGE_CASES, type EdgeCase } from "../rules.ts";
import { contentOf, requireTemplate, templatePartsOf } from "../templates.ts";
import { listEdgeCaseCandidates } from "./edge-case-store.ts";
import { PREVIEWS } from "./preview.ts";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const MARKUP_OR_EMOJI = /[<>&"]|\p{Extended_Pictographic}/u;
/** Shorter names fit everywhere. */
const LONG_FROM_CHARS = 25;

/**
 * Scores how unusual a contact is in each way; 0 is ordinary. `tags` are the merge tags that the template
 * uses.
 */
const ODDNESS: Record<EdgeCase, (contact: MergeContact, tags: readonly string[]) => number> = {
  nameless: ({ name }) => Number(name.trim() === ""),
  long: ({ name }) => (name.length >= LONG_FROM_CHARS ? name.length : 0),
  rtl: ({ name }) => Number(RIGHT_TO_LEFT.test(name)),
  html: ({ name }) => Number(MARKUP_OR_EMOJI.test(name)),
  bare: (contact, tags) => tags.filter((tag) => lacks(contact, tag)).length,
};

function lacks({ phone, country, tags, fields }: MergeContact, tag: string): boolean {
  if (tag === "contact.phone") return phone === null;
  if (tag === "contact.country") return country === "UNKNOWN";
  if (tag === "contact.tags") return tags.length === 0;
  const field = /^contact\.fields\.([^.]+)/.exec(tag)?.[1];
  return field !== undefined && (getOwn(fields, field) ?? "") === "";
}

/** Returns the most unusual contact of each kind, all different. Kinds without any are left out. */
export function pickEdgeCases(
  contacts: readonly MergeContact[],
  tags: readonly string[],
): Map<EdgeCase, MergeContact> {
  const picked = new Map<EdgeCase, MergeContact>();
  for (const kind of EDGE_CASES) {
    const taken = new Set(picked.values());
    let most = 0;
    for (const contact of contacts) {
      const oddness = taken.has(contact) ? 0 : ODDNESS[kind](contact, tags);
      if (oddness <= most) continue;
      most = oddness;
      picked.set(kind, contact);
    }
  }
  return picked;
}

/** Empty for people without permission to see the contacts. */
export async function listOddest(ctx: Ctx, { id }: { id: string }) {
  const row = await requireTemplate(ctx, id);
  await ctx.limits.count(PREVIEWS, ctx.account);
  if (grantOn(ctx, "leads.see") !== "full") return { items: [] };
  const contacts = (await listEdgeCaseCandidates(ctx.db, ctx.account)).map(toMergeContact);
  const picked = pickEdgeCases(contacts, await tagsOf(ctx, templatePartsOf(row)));
  return { items: [...picked].map(([sample, { id, name, email }]) => ({ sample, id, name, email })) };
}

/** Empty if rendering takes too long. */
async function tagsOf(ctx: Ctx, written: TemplateParts): Promise<string[]> {
  try {
    return await renderer.run(ctx.account, "tags", await contentOf(ctx, written));
  } catch (error) {
    if (error instanceof ContentError) return [];
    throw error;
  }
}
