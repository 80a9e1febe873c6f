import { useQuery } from "@tanstack/react-query";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { TeamPage } from "#src/features/identity/members/ui/shared/TeamPage.tsx";
import { HandoverCard } from "./HandoverCard.tsx";
import { handoverApi } from "./handover-queries.ts";
import { ReceivedHandoverOffer } from "./ReceivedHandoverOffer.tsx";

/** `/dashboard/settings/team`: the team, and the transfer of the account itself. */
export function TeamScreen() {
  return <TeamPage Handover={HandoverSections} />;
}

/** The reader's offers, and for an owner, transferring their own account. */
function HandoverSections({ me }: { me: Me }) {
  const { data } = useQuery(handoverApi.offers.queryOptions());
  return (
    <>
      {data?.items.map((offer) => (
        <ReceivedHandoverOffer key={offer.id} offer={offer} />
      ))}
      {me.account.id === me.id && <HandoverCard />}
    </>
  );
}
