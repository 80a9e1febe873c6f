import { useQuery } from "@tanstack/react-query";
import type { Me } from "#src/features/accounts/ui/shared/account-queries.ts";
import { HandoverCard } from "./HandoverCard.tsx";
import { handoverApi } from "./handover-queries.ts";
import { ReceivedHandoverOffer } from "./ReceivedHandoverOffer.tsx";

/** What the reader is offered, and for an owner, handing over their own account. */
export function HandoverSections({ me }: { me: Me }) {
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
