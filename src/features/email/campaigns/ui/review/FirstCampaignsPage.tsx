import "#src/kit/deferred.css";
import { SegmentedControl, Stack } from "@mantine/core";
import { IconMailSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import type { FirstReview } from "../../rules.ts";
import { campaignsApi } from "../campaign-queries.ts";
import { FirstCampaignRow } from "./FirstCampaignRow.tsx";

const TABS: { value: FirstReview; label: string }[] = [
  { value: "waiting", label: "Waiting" },
  { value: "fine", label: "Fine" },
  { value: "stopped", label: "Stopped" },
];

const EMPTY: Record<FirstReview, { title: string; description: string }> = {
  waiting: {
    title: "Nothing to review",
    description: "When an account sends its first campaign, you can read it here.",
  },
  fine: { title: "None yet", description: "First campaigns you mark as fine are listed here." },
  stopped: { title: "None stopped", description: "Accounts that you stop are listed here." },
};

/** `/admin/campaigns`: accounts' first campaigns, and staff's decisions. */
export function FirstCampaignsPage() {
  const [review, setReview] = useState<FirstReview>("waiting");
  return (
    <>
      <PageTitle title="First campaigns">What new accounts send first, while it goes out</PageTitle>
      <Stack>
        <SegmentedControl
          aria-label="Which campaigns"
          value={review}
          onChange={(value) => setReview(value as FirstReview)}
          data={TABS}
          style={{ alignSelf: "flex-start" }}
        />
        <Campaigns key={review} review={review} />
      </Stack>
    </>
  );
}

function Campaigns({ review }: { review: FirstReview }) {
  const list = useInfiniteQuery(
    campaignsApi.listFirst.infiniteOptions({
      input: (cursor: string | undefined) => ({ review, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <PagedList
      list={list}
      failure="We couldn’t load the campaigns."
      empty={<EmptyPanel icon={<IconMailSearch />} {...EMPTY[review]} />}
      row={(item) => <FirstCampaignRow key={item.id} item={item} />}
    />
  );
}
