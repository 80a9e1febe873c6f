import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { CompareCard } from "./CompareCard.tsx";
import { ExplainCard } from "./ExplainCard.tsx";
import { MembersCard } from "./MembersCard.tsx";
import { MovesCard } from "./MovesCard.tsx";
import { SegmentForm } from "./SegmentForm.tsx";
import { SegmentMenu } from "./SegmentMenu.tsx";
import { aboutSegment } from "./SegmentRow.tsx";
import classes from "./Segments.module.css";
import { segmentQuery, useCatalog } from "./shared/segment-queries.ts";

/** `/dashboard/marketing/automation/segmentation/{id}` */
export function SegmentPage() {
  const { id } = useParams({ from: `/shell${PATHS.segment}` });
  const query = useQuery({
    ...segmentQuery(id),
    refetchOnWindowFocus: false,
  });
  const catalog = useCatalog();
  return (
    <>
      <BackLink to={PATHS.segments}>All segments</BackLink>
      {query.data && catalog.data ? (
        <Loaded key={query.data.id} segment={query.data} catalog={catalog.data} />
      ) : (
        <>
          <PageTitle title="Segment" />
          <QueryState
            query={query.error ? query : catalog}
            failure="We couldn’t load this segment."
            height={480}
          />
        </>
      )}
    </>
  );
}

function Loaded({ segment, catalog }: { segment: Segment; catalog: Catalog }) {
  const navigate = useNavigate();
  const back = () => navigate({ to: PATHS.segments });
  const more = { segment, catalog };
  return (
    <>
      <PageTitle title={segment.name} actions={<SegmentMenu segment={segment} onGone={back} />}>
        {segment.kind === "dynamic" ? undefined : aboutSegment(segment, catalog)}
      </PageTitle>
      {segment.kind === "dynamic" ? (
        <SegmentForm {...more} />
      ) : (
        <div className={classes.columns}>
          <MembersCard segment={segment} />
          <CompareCard {...more} />
        </div>
      )}
      {segment.kind === "dynamic" && (
        <div className={classes.columns} style={{ marginBlockStart: "1.5rem" }}>
          <MovesCard id={segment.id} />
          <Stack gap="lg">
            <ExplainCard {...more} />
            <CompareCard {...more} />
          </Stack>
        </div>
      )}
    </>
  );
}
