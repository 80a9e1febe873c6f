/* A draft as what its page would be: under the page's own name, with its rows under the ids that they have on the page. */
import { passwordHashOf } from "#src/features/pages/links/openings.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import type { PageState } from "../page-state.ts";
import { readPage } from "../page-versions.ts";
import type { Copies } from "../tables.ts";

export interface Copy {
  draft_id: string;
  copies: Copies;
}

export async function readDraft(ctx: Ctx, { draft_id, copies }: Copy): Promise<PageState> {
  const { profile, links } = await readPage(ctx, { profile_id: draft_id });
  const idOf = (id: string) => copies[id]?.id ?? id;
  return {
    profile,
    links: links.map((link) => ({
      ...link,
      id: idOf(link.id),
      parent_id: link.parent_id === null ? null : idOf(link.parent_id),
    })),
  };
}

/** Remembers of each copy which row it's of, and which password it was copied with. */
export async function copiesOf(ctx: Ctx, ids: ReadonlyMap<string, string>): Promise<Copies> {
  const copies: Copies = {};
  for (const [id, copy] of ids) copies[copy] = { id, lock: (await lockOf(ctx, copy))?.lock ?? null };
  return copies;
}

/** Tells passwords apart without telling anything of them. */
async function lockOf(ctx: Ctx, id: string): Promise<{ hash: string; lock: string } | undefined> {
  const hash = await passwordHashOf(ctx, id);
  return hash === undefined ? undefined : { hash, lock: derivedId("lock", hash) };
}

/** What the passwords that were set in the draft are checked against, by the rows' ids on the page. */
export async function newLocksOf(ctx: Ctx, { draft_id, copies }: Copy): Promise<ReadonlyMap<string, string>> {
  const { links } = await readPage(ctx, { profile_id: draft_id });
  const hashes = new Map<string, string>();
  for (const { id, has_password } of links) {
    const found = has_password ? await lockOf(ctx, id) : undefined;
    if (found && found.lock !== copies[id]?.lock) hashes.set(copies[id]?.id ?? id, found.hash);
  }
  return hashes;
}
