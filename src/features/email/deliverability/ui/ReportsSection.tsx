import { Button, FileButton, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { TrendCard } from "#src/features/insights/analytics/ui/shared/TrendCard.tsx";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import type { DmarcReports } from "../reports/reports-contract.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";
import { SourcesTable } from "./SourcesTable.tsx";

const LINES = [
  { name: "aligned", label: "Passed" },
  { name: "failed", label: "Didn’t pass" },
] as const;

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

/** DMARC reports: who sends in the name of the account's domains. */
export function ReportsSection() {
  const query = useQuery({
    queryKey: deliverability.reports.key(),
    queryFn: ({ signal }) => deliverability.reports.call(undefined, { signal }),
  });
  const { data } = query;
  return (
    <Card
      title="Who sends in your name"
      text="Receivers send these reports to the address in your DMARC record (rua). What comes to an inbox that we read shows up here by itself; upload the rest as it comes: XML, GZ, or ZIP."
      action={<UploadButton />}
    >
      {!data ? (
        <QueryState query={query} failure="We couldn’t load the reports." height={120} />
      ) : data.reports === 0 ? (
        <Text size="sm" c="dimmed">
          No reports from the last 30 days.
        </Text>
      ) : (
        <Figures data={data} />
      )}
    </Card>
  );
}

function Figures({ data: { reports, messages, aligned, series, sources } }: { data: DmarcReports }) {
  const share = PERCENT.format(messages > 0 ? aligned / messages : 0);
  const trend = {
    step: "day" as const,
    tz: "UTC",
    series: series.map(({ day, ...figures }) => ({ at: `${day}T00:00:00.000Z`, ...figures })),
  };
  return (
    <Stack className={classes.series}>
      <Text size="sm" role="status">
        {plural(messages, "message")} in {plural(reports, "report")} from the last 30 days: {share} passed SPF
        or DKIM for your domain.
      </Text>
      <TrendCard
        title="By day"
        trend={trend}
        lines={LINES}
        label="E-mail in your name that passed and failed"
        steps={["day"]}
      />
      <SourcesTable sources={sources} />
    </Stack>
  );
}

const FILES = ".xml,.gz,.zip,application/xml,text/xml,application/gzip,application/zip";

function UploadButton() {
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => deliverability.importReport.call({ file }),
    onSuccess: async ({ imported }) => {
      toastSuccess({
        title: "Report read",
        message:
          imported === 0
            ? "We’ve had that one already, so it doesn’t count again."
            : `${plural(imported, "report")} added`,
      });
      await queries.invalidateQueries({ queryKey: deliverability.reports.key() });
    },
    onError: (error) => toastError(error, "We couldn’t read the report."),
  });
  if (!useHasPermission("connections.manage")) return null;
  return (
    <FileButton accept={FILES} onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={upload.isPending}
        >
          Upload report
        </Button>
      )}
    </FileButton>
  );
}
