import type { EventActor } from "#src/lib/event.ts";
import type { AccountPart } from "./account-data-registry.ts";
import { eraseFromInstance, erasePerson, updateActors } from "./events/events.ts";
import { eraseJobsMentioning } from "./jobs/store.ts";
import { eraseMailOf } from "./mail/outbox.ts";
import { events, followedJobs, mails, removedRows } from "./tables.ts";

/** The platform's own data about accounts: past events, and jobs and requests in progress. */
export const platformPart: AccountPart = {
  tables: [
    {
      table: events,
      by: { account: events.account },
      label: "Entries in the activity log",
      exported: {
        as: "activity",
        id: events.id,
        without: ["account"],
        show: withoutStaff,
        unrestored:
          "The activity log: it’s what happened in the other account. It’s in the file for reading.",
      },
    },
    {
      table: followedJobs,
      by: { account: followedJobs.account },
      unexported: "Work in progress.",
    },
    {
      table: removedRows,
      by: { account: removedRows.account },
      unexported: "What was deleted within the hour, and isn’t part of the account.",
    },
    {
      table: mails,
      by: { account: mails.account },
      isErasedApart: true,
      unexported: "E-mail of ours that’s about to go out.",
    },
    {
      table: mails,
      by: { email: mails.recipient },
      isErasedApart: true,
      unexported: "E-mail of ours that’s about to go out.",
    },
  ],
  people: [followedJobs.started_by],
  swapPeople: (platform, swap) => updateActors(platform, swap),
  async erase(platform, keys) {
    await eraseMailOf(platform, keys);
    await eraseJobsMentioning(platform.db, [keys.account, keys.email, ...keys.profileIds]);
    await platform.write((ctx) => erasePerson(ctx, keys.account));
    await platform.write(async (ctx) => {
      for (const id of keys.profileIds) await eraseFromInstance(ctx, id);
    });
  },
};

/** An account's team must not see which staff member did something. */
function withoutStaff<Row extends { actor: EventActor }>(row: Row): Row {
  return row.actor.type === "staff" ? { ...row, actor: { type: "staff" } } : row;
}
