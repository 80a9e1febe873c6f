import "#src/kit/deferred.css";
import { Alert, Code, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Notice } from "#src/features/instance/settings/contract.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { settingsApi } from "./shared/settings-queries.ts";

/** `/admin/settings`: the founder's settings for the whole instance. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsApi.list.queryOptions());
  return (
    <>
      <PageTitle title="Instance settings">For everyone on this instance</PageTitle>
      {!data && !error && <Skeleton h={480} radius="lg" />}
      {!data && error && (
        <ErrorPanel error={error} fallback="We couldn’t load the settings." onRetry={() => void refetch()} />
      )}
      {data?.notices.map((notice) => (
        <EnvironmentNotice key={notice.line} notice={notice} />
      ))}
      {data && <SettingsForm settings={data} />}
    </>
  );
}

function EnvironmentNotice({ notice: { message, line } }: { notice: Notice }) {
  return (
    <Alert color="brass" variant="light" mb="sm" maw={640} icon={<IconAlertTriangle />} title={message}>
      {line && <Code>{line}</Code>}
    </Alert>
  );
}
