import * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { endpointDigests, pushSealPurpose } from "./push-devices.ts";
import { CHANNELS, cellOf, TOPICS, type TopicName, VIEWED_TABLES } from "./rules.ts";
import { findViews, listOptOuts, updateOptOut, upsertViews, VIEW_IS_OWNERS } from "./store.ts";
import { notificationPreferences, pushSubscriptions, tableViews } from "./tables.ts";
import { storedViewsSchema } from "./views-contract.ts";

const exportedPreferences = z.object({ off: z.array(z.string().max(100)).max(200) });

const exportedViews = z.object({
  is_own: z.boolean(),
  name: z.enum(VIEWED_TABLES),
  views: storedViewsSchema,
});

/** Notifications that people may turn off. */
const CELLS: readonly string[] = (Object.keys(TOPICS) as TopicName[]).flatMap((topic) =>
  CHANNELS.filter((channel) => TOPICS[topic][channel] === "choice").map((channel) => cellOf(topic, channel)),
);

/** Restores what someone turned off, and their table views where they've chosen nothing yet. */
async function restorePreferences(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const { id: person } = requirePerson(ctx);
  const { account } = ctx;
  const [theirs] = await from.rows("notification-preferences", exportedPreferences);
  const views = (await from.rows("table-views", exportedViews)).filter(({ is_own }) => is_own);
  await ctx.write(async (ctx) => {
    const hasOwn = (await listOptOuts(ctx.db, [person])).has(person);
    for (const cell of hasOwn ? [] : (theirs?.off ?? []))
      if (CELLS.includes(cell)) await updateOptOut(ctx.db, { person, cell, isOff: true });
    for (const { name: table, views: kept } of views)
      if (!(await findViews(ctx.db, { person, account, table })))
        await upsertViews(ctx.db, { person, account, table, views: kept });
  });
}

export const preferencesPart: AccountPart = {
  tables: [
    {
      table: notificationPreferences,
      by: { account: notificationPreferences.user_id },
      exported: {
        as: "notification-preferences",
        id: notificationPreferences.user_id,
        without: ["user_id"],
      },
    },
    {
      table: pushSubscriptions,
      by: { account: pushSubscriptions.user_id },
      unexported: "They’re secrets between a browser and this instance.",
    },
    {
      table: tableViews,
      by: { account: tableViews.account },
      exported: {
        as: "table-views",
        id: tableViews.name,
        tie: tableViews.user_id,
        without: ["account", "user_id"],
        computed: { is_own: VIEW_IS_OWNERS },
      },
    },
  ],
  restore: restorePreferences,
  sealed: [
    {
      table: pushSubscriptions,
      key: [pushSubscriptions.id],
      purposes: { sealed: ({ id }: { id: string }) => pushSealPurpose(id) },
      derive: (vault, text) => ({ endpoint: endpointDigests(vault, JSON.parse(text).endpoint)[0] ?? "" }),
    },
  ],
  people: [notificationPreferences.user_id, pushSubscriptions.user_id, tableViews.user_id],
};
