import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { forAccount } from "#src/kit/active-account.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { type Import, importsContract, type Reason } from "../contract.ts";
import { PROBLEMS_MAX } from "../rules.ts";
import { incompleteLabel, incompleteRows, type ProblemStage, problemStage } from "./import-labels.ts";
import { importsApi } from "./import-queries.ts";

/** The reasons for rows that were left out or are incomplete, with a few examples. A file has all of them. */
export function ImportProblems({ shown }: { shown: Import }) {
  const stage = problemStage(shown);
  if (shown.problems === 0 || stage === undefined) return null;
  return (
    <Alert color="brass" icon={<IconAlertTriangle />} title="Some rows have problems">
      <Stack gap="sm" align="flex-start">
        <Reasons shown={shown} stage={stage} />
        <Text size="sm">Fix these rows in the file and import it again. Nobody is added twice.</Text>
        {shown.problems > PROBLEMS_MAX && (
          <Text size="sm">{`Only the first ${formatNumber(PROBLEMS_MAX)} problems are here and in the download.`}</Text>
        )}
        <Button
          component="a"
          href={forAccount(pathOf(importsContract.problems, { id: shown.id }))}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} />}
        >
          Download these rows
        </Button>
      </Stack>
    </Alert>
  );
}

/** The outcome counts the rows that were left out, so only the others are counted here. */
function Reasons({ shown, stage }: { shown: Import; stage: ProblemStage }) {
  // Another check of the same file finds other ones.
  const { data } = useQuery({ ...importsApi.reasons.queryOptions({ input: { id: shown.id } }), gcTime: 0 });
  const reasons = data?.items ?? [];
  const incomplete = incompleteRows(shown);
  return (
    <>
      <ReasonList reasons={reasons.filter((one) => one.is_left_out)} />
      {incomplete > 0 && <Text size="sm">{incompleteLabel(incomplete, stage)}</Text>}
      <ReasonList reasons={reasons.filter((one) => !one.is_left_out)} />
    </>
  );
}

function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
      {reasons.map(({ problem, rows, examples }) => (
        <li key={problem}>
          <Text size="sm" fw={600}>
            {problem} <Text span>{plural(rows, "row")}</Text>
          </Text>
          {examples.map(({ row, content }) => (
            <Text key={row} size="xs" lineClamp={1} style={{ wordBreak: "break-all" }}>
              {`Row ${formatNumber(row)}:`} <bdi>{content}</bdi>
            </Text>
          ))}
        </li>
      ))}
    </Stack>
  );
}
