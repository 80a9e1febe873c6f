import { useQuery } from "@tanstack/react-query";
import type { Me } from "#src/features/accounts/ui/shared/account-queries.ts";
import { HandOver } from "./HandOver.tsx";
import { handoverApi } from "./handover-queries.ts";
import { OfferToYou } from "./OfferToYou.tsx";

/** What the reader is offered, and for an owner, handing over their own account. */
export function HandoverParts({ me }: { me: Me }) {
  const { data } = useQuery(handoverApi.offers.queryOptions());
  return (
    <>
      {data?.items.map((offer) => (
        <OfferToYou key={offer.id} offer={offer} />
      ))}
      {me.account.id === me.id && <HandOver />}
    </>
  );
}
