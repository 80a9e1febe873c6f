import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { CurrentPrices } from "./CurrentPrices.tsx";
import { PriceHistory } from "./PriceHistory.tsx";
import { PriceMoves } from "./PriceMoves.tsx";
import { pricesApi } from "./prices-client.ts";

/** `/admin/prices`: the price lists of premium, and who pays under which. */
export function PricesPage() {
  const query = useQuery(pricesApi.list.queryOptions());
  const { data } = query;
  return (
    <>
      <PageTitle title="Prices">
        What a unit of premium costs per month. New prices count for whoever buys from then on. Whoever has
        premium keeps the prices that they bought at, until you move them.
      </PageTitle>
      {data ? (
        <Stack>
          <CurrentPrices prices={data} />
          <PriceHistory prices={data} />
          {data.moves.length > 0 && <PriceMoves moves={data.moves} />}
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t load the prices." height={320} />
      )}
    </>
  );
}
