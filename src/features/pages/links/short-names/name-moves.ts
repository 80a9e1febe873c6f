/* Links' names when their page gets another account, which has names of its own. */
import type { PageMove } from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  deleteName,
  listHoldings,
  listNamesOf,
  lockNames,
  type NameRow,
  updateLinkName,
  updateName,
} from "./name-store.ts";
import { SHORT_NAME_CHARS_MAX } from "./rules.ts";

/**
 * A link keeps its name where the other account has none like it. Where a link there has the same one, that link keeps
 * it, and the moved one gets the next that nobody has. What links were called earlier gives way to what they're called.
 */
export async function moveNames(platform: Platform, { profileIds, to }: PageMove): Promise<void> {
  const { db } = platform;
  await lockNames(db);
  for (const row of await listNamesOf(db, profileIds)) {
    const rival = (await listHoldings(db, row.name)).find(({ user_id }) => user_id === to);
    if (rival && row.kept_until !== null) await deleteName(db, row.id);
    else if (rival && rival.kept_until === null) await rename(platform, row, to);
    else {
      if (rival) await deleteName(db, rival.id);
      await updateName(db, row.id, { user_id: to });
    }
  }
}

async function rename({ db, now }: Platform, { id, name, link_id }: NameRow, to: string): Promise<void> {
  const free = await findFreeName(db, name);
  await updateName(db, id, { user_id: to, name: free, is_shared: true, since: now().toISOString() });
  await updateLinkName(db, { link_id, name: free });
}

/** The first of NAME-2, NAME-3 and so on that nobody has. */
async function findFreeName(db: Platform["db"], name: string): Promise<string> {
  for (let number = 2; ; number++) {
    const end = `-${number}`;
    const free = name.slice(0, SHORT_NAME_CHARS_MAX - end.length).replace(/-$/, "") + end;
    if ((await listHoldings(db, free)).length === 0) return free;
  }
}
