import { Anchor, Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import { DECISION_LABELS } from "#src/features/public/moderation/cases/case-rules.ts";
import { REPORTS_PER_DAY } from "#src/features/public/moderation/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { pageLabel, reasonsText } from "./CaseRow.tsx";
import type { CaseSearch } from "./case-queries.ts";

const LINES_SHOWN = 6;
/** What surely fits into six lines on a phone. */
const CHARS_SHOWN = 200;

/** The page and its links follow below, so a long text is folded. */
function Details({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > CHARS_SHOWN || text.split("\n").length > LINES_SHOWN;
  return (
    <>
      <Text
        size="sm"
        dir="auto"
        style={{ whiteSpace: "pre-wrap" }}
        {...(isLong && !isWhole && { lineClamp: LINES_SHOWN })}
      >
        {text}
      </Text>
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setWhole((was) => !was)}
        >
          {isWhole ? "Show less" : "Show all of it"}
        </Button>
      )}
    </>
  );
}

/** What visitors wrote. */
export function CaseReports({ item }: { item: CaseDetail }) {
  const { newest, reports, refused } = item;
  return (
    <Card title={plural(reports + refused, "report")} text={reasonsText(item)}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {newest.map(({ number, reason, details, reporter_email, created_at }) => (
          <li key={number}>
            <Text size="xs" c="dimmed">
              {reason} · {formatDateTime(created_at)} · <span style={{ whiteSpace: "nowrap" }}>{number}</span>
              {reporter_email !== null && ` · ${reporter_email}`}
            </Text>
            {details !== "" && <Details text={details} />}
          </li>
        ))}
      </Stack>
      {reports > newest.length && (
        <Text size="sm" c="dimmed">
          {plural(reports - newest.length, "older report")}
        </Text>
      )}
      {refused > 0 && (
        <Text size="sm" c="dimmed">
          {plural(refused, "more report")} came on days with over {REPORTS_PER_DAY}. They were counted, not
          kept.
        </Text>
      )}
    </Card>
  );
}

export function OtherCases({ item: { others }, search }: { item: CaseDetail; search: CaseSearch }) {
  if (others.length === 0) return <Card title="Other cases" text="None about this page or its owner" />;
  return (
    <Card title="Other cases" text="About this page or its owner">
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {others.map((other) => (
          <li key={other.id}>
            <Anchor
              renderRoot={(props) => (
                <Link to={STAFF_PATHS.moderation} search={{ ...search, case: other.id }} {...props} />
              )}
            >
              {pageLabel(other)}
            </Anchor>
            <Text size="sm" c="dimmed">
              {other.number} · {other.decision === null ? "Not decided" : DECISION_LABELS[other.decision]} ·{" "}
              {formatDateTime(other.decided_at ?? other.created_at)}
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
