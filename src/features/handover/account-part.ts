import type { AccountPart } from "#src/platform/account-part.ts";
import { swapSubjects } from "#src/platform/events/events.ts";
import { handedOver, handoverDeclined, handoverOffered, handoverRevoked } from "./events.ts";
import { handoverOffers } from "./tables.ts";

const EVENTS_ABOUT_PEOPLE = [handoverOffered, handoverRevoked, handoverDeclined, handedOver].map(
  ({ name }) => name,
);

export const handoverPart: AccountPart = {
  tables: [
    { table: handoverOffers, by: { account: handoverOffers.account } },
    { table: handoverOffers, by: { account: handoverOffers.user_id } },
  ],
  people: [handoverOffers.user_id],
  swapPeople: ({ db }, swap) => swapSubjects(db, swap, EVENTS_ABOUT_PEOPLE),
};
