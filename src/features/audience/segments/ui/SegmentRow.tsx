import { Badge, Skeleton } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import classes from "#src/kit/ItemList.module.css";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SegmentMenu } from "./SegmentMenu.tsx";
import { segmentsApi } from "./shared/segment-queries.ts";
import { describeCondition } from "./shared/sentence.ts";

interface SegmentRowProps {
  segment: Segment;
  catalog: Catalog;
}

export function SegmentRow({ segment, catalog }: SegmentRowProps) {
  const { id, name, kind, condition } = segment;
  const isBroken =
    kind === "dynamic" && condition !== null && conditionProblems(condition, catalog).length > 0;
  return (
    <li className={classes.row}>
      <Link to={PATHS.segment} params={{ id }} className={`mantine-focus-auto ${classes.words}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.about} dir="auto">
          {aboutSegment(segment, catalog)}
        </span>
        <span className={classes.facts}>
          <MemberCount id={id} />
          {kind !== "dynamic" && (
            <Badge component="span" size="sm" variant="light" color="gray" tt="none">
              {kind === "static" ? "By hand" : "Snapshot"}
            </Badge>
          )}
          {isBroken && (
            <Badge component="span" size="sm" variant="light" color="red" tt="none">
              Needs a look
            </Badge>
          )}
        </span>
      </Link>
      <SegmentMenu segment={segment} />
    </li>
  );
}

/** What a segment is, in a sentence. */
export function aboutSegment({ kind, condition, created_at }: Segment, catalog: Catalog): string {
  if (kind === "static") return "People you picked.";
  if (kind === "snapshot") return `Who was in it on ${formatDateTime(created_at)}.`;
  return condition === null ? "" : describeCondition(condition, catalog);
}

/** How many are in it now, once the row is in view: counting hundreds of segments at once would take long. */
function MemberCount({ id }: { id: string }) {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  const query = segmentsApi.count.queryOptions({ input: { segment_id: id }, enabled: wasSeen });
  const { data, error } = useQuery(query);
  // What's known from before is counted again, too.
  return (
    <span ref={ref}>
      {error && "We couldn’t count them."}
      {!error && data && plural(data.count, "lead")}
      {!error && !data && <Skeleton component="span" w={64} h={14} />}
    </span>
  );
}
