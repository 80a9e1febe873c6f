/* New profiles from starters. They're read and applied by the verbs of every other import. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { cleanName, getProfile, listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { STARTERS } from "#src/features/pages/profiles/starter-rules.ts";
import type { createFromStarterSchema, Starter } from "#src/features/pages/profiles/starters-contract.ts";
import type { Language } from "#src/lib/language.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { applyPageImport, profileIdOf } from "../import-application.ts";
import { storePageImport } from "../page-imports.ts";
import { parseFileInThread } from "../threaded-parser.ts";
import { starterIn } from "./starter-files.ts";

/** What failures and the activity log call it. */
const SERVICE = "starter";

export async function listStarters(
  _: Ctx,
  { language }: { language: Language },
): Promise<{ items: Starter[] }> {
  const items = STARTERS.map((key) => {
    const { profile, links } = starterIn(key, language);
    return { key, label: profile.name, profile, links } as Starter;
  });
  return { items };
}

type Input = z.output<typeof createFromStarterSchema>;

/** Creates a profile from a starter. Sent twice, it makes one. */
export async function createFromStarter(ctx: Ctx, input: Input): Promise<Profile> {
  requireWholeAccount(ctx);
  const { starter, language, notes } = input;
  const name = cleanName(input.name);
  const id = derivedId(ctx.account, input.id, SERVICE);
  const made = profileIdOf(id);
  if ((await listProfileIds(ctx.db, ctx.account)).includes(made)) return getProfile(ctx, { id: made });
  const text = JSON.stringify(starterIn(starter, language));
  const parsed = await parseFileInThread(ctx.account, { text, name: `${starter}.json` });
  if ("problem" in parsed) throw new Error(`The starter “${starter}” can’t be read: ${parsed.problem}`);
  const service = { ...parsed.page.service, key: SERVICE };
  await storePageImport(ctx, { ...parsed.page, service }, id);
  const all = { socials: true, bio: true, picture: true, look: true, is_mine: true };
  const { profile_id } = await applyPageImport(ctx, { ...all, id, profile_id: null, name });
  if (notes && !isBlank(notes)) return updateProfile(ctx, { id: profile_id, notes });
  return getProfile(ctx, { id: profile_id });
}
