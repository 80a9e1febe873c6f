import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { updateSubjects } from "#src/platform/events/events.ts";
import { handedOver, handoverDeclined, handoverOffered, handoverRevoked } from "./events.ts";
import { handoverOffers } from "./tables.ts";

const EVENTS_ABOUT_PEOPLE = [handoverOffered, handoverRevoked, handoverDeclined, handedOver].map(
  ({ name }) => name,
);

export const handoverPart: AccountPart = {
  tables: [
    {
      table: handoverOffers,
      by: { account: handoverOffers.account },
      unexported: "An offer is over in days, and says who somebody else is.",
    },
    {
      table: handoverOffers,
      by: { account: handoverOffers.user_id },
      unexported: "It’s an offer of another account.",
    },
  ],
  people: [handoverOffers.user_id],
  swapPeople: (platform, swap) => updateSubjects(platform, swap, EVENTS_ABOUT_PEOPLE),
};
