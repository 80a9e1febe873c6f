import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PARENTS } from "#src/lib/feature-switches.ts";
import { FeatureCard } from "./FeatureCard.tsx";
import { featuresApi } from "./shared/features-client.ts";

/** `/admin/features`: the parts of the product that can be off, and for whom. */
export function FeaturesPage() {
  const query = useQuery(featuresApi.list.queryOptions());
  return (
    <>
      <PageTitle title="Feature switches">
        Parts of the product that can be off: for everyone, for a plan, for a share of accounts, or for single
        accounts. Nothing is deleted, and what people have comes with the download of their data.
      </PageTitle>
      <Stack>
        <Card
          title="Which rule counts"
          text="What’s chosen for an account counts first, then its plan, then the share of accounts. A larger share only adds accounts. For a team, the owner’s account counts. A change reaches everyone within two seconds."
        />
        {query.data ? (
          query.data.items.map((item, _, all) => (
            <FeatureCard
              key={item.feature}
              item={item}
              parent={all.find(({ feature }) => feature === PARENTS[item.feature])}
            />
          ))
        ) : (
          <QueryState query={query} failure="We couldn’t load the switches." height={240} />
        )}
      </Stack>
    </>
  );
}
