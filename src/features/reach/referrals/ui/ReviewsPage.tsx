import "#src/kit/deferred.css";
import { SegmentedControl, Stack } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Review } from "#src/features/reach/referrals/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { ReviewRow } from "./ReviewRow.tsx";
import { referralsApi } from "./shared/referral-queries.ts";

const TABS: { value: Review; label: string }[] = [
  { value: "waiting", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
];

const EMPTY: Record<Review, { title: string; description: string }> = {
  waiting: {
    title: "Nothing to review",
    description:
      "Referrals that look made up wait here for your decision, if the instance settings ask for it.",
  },
  approved: { title: "None approved yet", description: "Referrals that you approve are listed here." },
  rejected: { title: "None rejected yet", description: "Referrals that you reject are listed here." },
};

/** `/admin/referrals`: flagged referrals, and staff's decisions about them. */
export function ReviewsPage() {
  const [review, setReview] = useState<Review>("waiting");
  return (
    <>
      <PageTitle title="Referral reviews">Flagged referrals, and whether they earn profile slots</PageTitle>
      <Stack>
        <SegmentedControl
          aria-label="Which referrals"
          value={review}
          onChange={(value) => setReview(value as Review)}
          data={TABS}
          style={{ alignSelf: "flex-start" }}
        />
        <Reviews key={review} review={review} />
      </Stack>
    </>
  );
}

function Reviews({ review }: { review: Review }) {
  const list = useInfiniteQuery(
    referralsApi.listReviews.infiniteOptions({
      input: (cursor: string | undefined) => ({ review, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <PagedList
      list={list}
      failure="We couldn’t load the referrals."
      empty={<EmptyPanel icon={<IconUserCheck />} {...EMPTY[review]} />}
      row={(item) => <ReviewRow key={item.id} item={item} />}
    />
  );
}
