import "#src/kit/deferred.css";
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { DEVICE_TIME_ZONE } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { CADENCES, type Cadence } from "#src/features/insights/reports/report-rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { formatZonedDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { ReportPreview } from "./ReportPreview.tsx";
import { alertsApi, reportsApi } from "./report-client.ts";
import { Shares } from "./Shares.tsx";

const CADENCE_LABELS: Readonly<Record<Cadence, string>> = {
  off: "Off",
  weekly: "Every Monday",
  monthly: "Every month",
};

interface ReportsDialogProps {
  profileId: string;
  opened: boolean;
  onClose: () => void;
}

export function ReportsDialog({ profileId, opened, onClose }: ReportsDialogProps) {
  const mayShare = useHasPermission("analytics.export");
  return (
    <Modal opened={opened} onClose={onClose} title="Reports" size="lg">
      <Stack gap="xl">
        <ByMail />
        <Alerts />
        {mayShare && <Shares profileId={profileId} />}
      </Stack>
    </Modal>
  );
}

/** One's own reports by e-mail, and the last one. */
function ByMail() {
  const queries = useQueryClient();
  const options = reportsApi.settings.queryOptions({ input: { zone: DEVICE_TIME_ZONE } });
  const query = useQuery(options);
  const save = useMutation(
    reportsApi.saveSettings.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(options.queryKey, saved),
      onError: (error) => toastError(error, "That wasn’t saved. Try again."),
    }),
  );
  const send = useMutation(reportsApi.sendNow.mutationOptions());
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load your reports." height={140} />;
  const cadence = save.isPending ? save.variables.cadence : data.cadence;
  const asked = cadence === "monthly" ? "monthly" : "weekly";
  return (
    <Stack gap="sm" component="section" aria-label="By e-mail">
      <div>
        <Text fw={600}>By e-mail</Text>
        <Text size="sm" c="dimmed">
          The figures of all your pages, compared with the period before, to {data.email}. This is only about
          you.
        </Text>
      </div>
      <SegmentedControl
        aria-label="How often"
        data={CADENCES.map((value) => ({ value, label: CADENCE_LABELS[value] }))}
        value={cadence}
        onChange={(value) => save.mutate({ cadence: value, zone: DEVICE_TIME_ZONE })}
      />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {data.next_at === null
            ? "You don’t get any."
            : `The next one: ${formatZonedDateTime(data.next_at)}`}
        </Text>
        <Button
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate({ cadence: asked, zone: DEVICE_TIME_ZONE })}
        >
          Send me one now
        </Button>
      </Group>
      {send.error && (
        <Alert color="yellow" role="alert">
          {errorMessage(send.error, "It wasn’t sent. Try again.")}
        </Alert>
      )}
      {send.data && <ReportPreview report={send.data} />}
    </Stack>
  );
}

/** The account's switch for alerts about spikes and drops. */
function Alerts() {
  const queries = useQueryClient();
  const options = alertsApi.list.queryOptions({ input: {} });
  const query = useQuery(options);
  const isWhole = useMe()?.account.profile_ids === null;
  const maySwitch = useHasPermission("analytics.export") && isWhole;
  const turn = useMutation(
    alertsApi.switch.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(options.queryKey, saved),
      onError: (error) => toastError(error, "That wasn’t saved. Try again."),
    }),
  );
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load the alerts." height={80} />;
  return (
    <Stack gap="sm" component="section" aria-label="Alerts">
      <div>
        <Text fw={600}>Alerts</Text>
        <Text size="sm" c="dimmed">
          Every hour, we compare each page with the same hours of the last four weeks. Your team gets a
          notification, and the owner an e-mail, once a day per page at most. Pages with few visits are left
          alone.
        </Text>
      </div>
      <Switch
        label="Tell us of spikes and drops"
        disabled={!maySwitch}
        checked={turn.isPending ? turn.variables.is_on : data.is_on}
        onChange={({ currentTarget }) => turn.mutate({ is_on: currentTarget.checked })}
      />
    </Stack>
  );
}
