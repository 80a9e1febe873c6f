/* Links that would lead to themselves, straight or by way of others. */
import type { ProfileRow } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { GO_PATH, isGoPath } from "#src/lib/paths.ts";
import { percentDecoded } from "#src/lib/percent-encoding.ts";
import { repairLinkName, repairLinkUrl } from "#src/lib/url-repair.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { LinkRow } from "../store.ts";
import { SHORT_NAME_ERRORS } from "./contract.ts";
import { findLinkUrl, findNamedLink } from "./name-store.ts";
import { isShortName } from "./rules.ts";

/** The addresses that visitors may get to. */
const FIELDS = ["url", "link_a", "link_b"] as const;
type Field = (typeof FIELDS)[number];

export type Leading = Pick<LinkRow, "id" | "user_id" | "short_name" | Field>;

/** Rejects a change that would make a link lead to itself, straight or by way of others. */
export async function requireNoLoop(
  ctx: Ctx,
  { row, changes, profile }: { row: Leading; changes: Partial<LinkRow>; profile: Pick<ProfileRow, "domain"> },
): Promise<void> {
  if (![...FIELDS, "short_name"].some((field) => field in changes)) return;
  const field = await createLoopFinder(ctx).findLoop(row, profile);
  if (field !== undefined) throw failure(SHORT_NAME_ERRORS, "LINK_LOOPS", { data: { field } });
}

/** Browsers give up after about twenty. */
const HOPS_MAX = 5;

/** Finds out which of several links would lead to themselves. `planned` has the addresses of those that aren't saved yet. */
export function createLoopFinder(ctx: Ctx, planned: ReadonlyMap<string, string> = new Map()) {
  const now = ctx.now().toISOString();
  // Links that are changed together often lead to the same place.
  const named = new Map<string, Promise<string | undefined>>();
  const stored = new Map<string, Promise<string | undefined>>();

  async function findNamed(name: string, account: string): Promise<string | undefined> {
    const own = await findNamedLink(ctx.db, { name, account, now });
    return own ?? findNamedLink(ctx.db, { name, account: undefined, now });
  }

  async function findTarget(text: string, row: Leading): Promise<string | undefined> {
    if (isId(text)) return text;
    if (text === row.short_name) return row.id;
    return isShortName(text) ? remembered(named, text, () => findNamed(text, row.user_id)) : undefined;
  }

  async function leadsBack(address: string | null, row: Leading, domain: string | null): Promise<boolean> {
    let text = goTextIn(ctx, address ?? "", domain);
    for (let hops = 0; text !== undefined && hops < HOPS_MAX; hops++) {
      const target = await findTarget(text, row);
      if (target === row.id) return true;
      if (target === undefined) return false;
      const url =
        planned.get(target) ?? (await remembered(stored, target, () => findLinkUrl(ctx.db, target)));
      text = goTextIn(ctx, url ?? "", domain);
    }
    return false;
  }

  return {
    /** Returns which of the link's addresses leads back to it, if one does. */
    async findLoop(row: Leading, { domain }: Pick<ProfileRow, "domain">): Promise<Field | undefined> {
      for (const field of FIELDS) if (await leadsBack(row[field], row, domain)) return field;
      return undefined;
    },
  };
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

/** Returns what follows `/go/` in a URL that leads here, as it would be read there. */
function goTextIn({ instance }: Ctx, address: string, domain: string | null): string | undefined {
  const url = address.toLowerCase().includes(GO_PATH) ? URL.parse(address) : null;
  if (!url || !isGoPath(url.pathname)) return undefined;
  const own = [instance.publicUrl, instance.pagesUrl].map((base) => URL.parse(base)?.host);
  if (!own.includes(url.host) && url.host !== domain) return undefined;
  const [text = ""] = url.pathname.slice(GO_PATH.length).split("/", 1);
  const name = percentDecoded(text).toLowerCase();
  if (isId(name) || isShortName(name)) return name;
  return (repairLinkUrl(url.pathname) ?? repairLinkName(url.pathname))?.text;
}
