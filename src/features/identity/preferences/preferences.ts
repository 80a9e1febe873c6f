/*
 * Each person's notification preferences. They apply in every account that the person works in.
 * `notifications` decides what to send, and to whom.
 */

import type { InferContractRouterInputs } from "@orpc/contract";
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { accountUpdated } from "#src/features/identity/accounts/events.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { PREFERENCE_ERRORS, type Preferences, type preferenceChangeSchema } from "./contract.ts";
import { listReachableDevices } from "./push-devices.ts";
import { CHANNELS, type Channel, cellOf, isSubscribed, TOPICS, type TopicName, topicsFor } from "./rules.ts";
import { findViews, listOptOuts, updateOptOut, upsertViews } from "./store.ts";
import type { TableViews, viewsContract } from "./views-contract.ts";

export {
  findReachableDevice,
  listReachableDevices,
  recordDeviceUse,
  removeGoneDevice,
} from "./push-devices.ts";
export { findUnsubscription, unsubscribe, unsubscribeLink } from "./unsubscribe-link.ts";

export async function listPreferences(ctx: Ctx): Promise<Preferences> {
  const { id, role } = requirePerson(ctx);
  const off = (await listOptOuts(ctx.db, [id])).get(id) ?? [];
  const hasDevice = (await listReachableDevices(ctx, [id])).length > 0;
  const cellFor = (topic: TopicName, channel: Channel) => ({
    is_choice: TOPICS[topic][channel] === "choice",
    is_on: isSubscribed(off, topic, channel),
  });
  const items = topicsFor(role).map((topic) => ({
    topic,
    in_app: cellFor(topic, "in_app"),
    email: cellFor(topic, "email"),
    ...(hasDevice && { push: cellFor(topic, "push") }),
  }));
  return { items };
}

export async function updatePreferences(
  ctx: Ctx,
  { topic, ...wanted }: z.output<typeof preferenceChangeSchema>,
): Promise<Preferences> {
  const { id, role } = requirePerson(ctx);
  const changes = CHANNELS.flatMap((channel) => {
    const isOn = wanted[channel];
    return isOn === undefined ? [] : [{ channel, isOn }];
  });
  const hasDevice = async () => (await listReachableDevices(ctx, [id])).length > 0;
  const isTheirs = topicsFor(role).includes(topic);
  const isFixed = changes.some(({ channel }) => TOPICS[topic][channel] !== "choice");
  if (!isTheirs || isFixed || (wanted.push !== undefined && !(await hasDevice())))
    throw failure(PREFERENCE_ERRORS, "PREFERENCE_FIXED");
  await ctx.write(async (ctx) => {
    let isNew = false;
    for (const { channel, isOn } of changes) {
      const cell = { person: id, cell: cellOf(topic, channel), isOff: !isOn };
      isNew = (await updateOptOut(ctx.db, cell)) || isNew;
    }
    if (!isNew) return;
    await ctx.announce(accountUpdated, { account: id, subject: id, payload: { fields: ["notifications"] } });
  });
  return listPreferences(ctx);
}

/** Returns the people who get this topic through this channel. */
export async function filterSubscribed(
  { db }: Platform,
  people: readonly string[],
  { topic, channel }: { topic: TopicName; channel: Channel },
): Promise<string[]> {
  const off = await listOptOuts(db, people);
  return people.filter((person) => isSubscribed(off.get(person) ?? [], topic, channel));
}

type Inputs = InferContractRouterInputs<typeof viewsContract>;

export async function getTableViews(
  ctx: Ctx,
  { table }: Inputs["tableViews"],
): Promise<{ views: TableViews | null }> {
  const { id: person } = requirePerson(ctx);
  const views = await findViews(ctx.db, { account: ctx.account, person, table });
  return { views: views ?? null };
}

/** Saves a person's views of an account's table, for all of their devices. The last save wins. */
export async function saveTableViews(
  ctx: Ctx,
  { table, views }: Inputs["keepTableViews"],
): Promise<{ views: TableViews }> {
  const { id: person } = requirePerson(ctx);
  await ctx.write((ctx) => upsertViews(ctx.db, { account: ctx.account, person, table, views }));
  return { views };
}
