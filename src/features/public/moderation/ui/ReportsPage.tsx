import "#src/kit/deferred.css";
import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moderationContract, type ReportedPage } from "#src/features/public/moderation/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";

const api = clientFor("moderation", moderationContract);

type Status = "open" | "closed";

const TABS: { value: Status; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Handled" },
];

const EMPTY: Record<Status, { title: string; description: string }> = {
  open: { title: "No reports", description: "When visitors report a page, you can read it here." },
  closed: { title: "None handled", description: "Reports that you mark as handled are listed here." },
};

/** `/admin/reports`: reported pages. */
export function ReportsPage() {
  const [status, setStatus] = useState<Status>("open");
  return (
    <>
      <PageTitle title="Reports">What visitors say is wrong with pages</PageTitle>
      <Stack>
        <SegmentedControl
          aria-label="Which reports"
          value={status}
          onChange={(value) => setStatus(value as Status)}
          data={TABS}
          style={{ alignSelf: "flex-start" }}
        />
        <Pages key={status} status={status} />
      </Stack>
    </>
  );
}

function Pages({ status }: { status: Status }) {
  const list = useInfiniteQuery(
    api.listReported.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <PagedList
      list={list}
      failure="We couldn’t load the reports."
      empty={<EmptyPanel icon={<IconFlag />} {...EMPTY[status]} />}
      row={(item) => <PageRow key={item.username} item={item} isOpen={status === "open"} />}
    />
  );
}

function PageRow({ item, isOpen }: { item: ReportedPage; isOpen: boolean }) {
  const { username, exists, count, reasons, first_at, last_at, newest } = item;
  const queries = useQueryClient();
  const close = useMutation({
    mutationFn: () => api.closeReports.call({ username, until: last_at }),
    onSuccess: async ({ closed }) => {
      await queries.invalidateQueries({ queryKey: api.listReported.key() });
      toastSuccess({ message: `${plural(closed, "report")} marked as handled` });
    },
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  const when =
    count === 1 ? formatDateTime(last_at) : `${formatDateTime(first_at)} to ${formatDateTime(last_at)}`;
  return (
    <Paper component="li" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <Text fw={600} dir="auto">
          {exists ? (
            <Anchor href={`/${username}`} target="_blank" rel="noreferrer" inherit>
              /{username}
            </Anchor>
          ) : (
            `${username} (no such page)`
          )}
        </Text>
        <Text size="sm">
          {reasons
            .map(({ reason, count: times }) => (times === 1 ? reason : `${reason} (${times})`))
            .join(" · ")}
        </Text>
        <Text size="sm" c="dimmed">
          {plural(count, "report")} · {when}
        </Text>
        {newest
          .filter(({ details, reporter_email }) => details !== "" || reporter_email !== null)
          .map(({ number, details, reporter_email }) => (
            <div key={number}>
              <Text size="xs" c="dimmed">
                {[number, reporter_email].filter(Boolean).join(" · ")}
              </Text>
              {details !== "" && (
                <Text size="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
                  {details}
                </Text>
              )}
            </div>
          ))}
        {isOpen && (
          <Group>
            <Button
              size="xs"
              variant="light"
              aria-label={`Mark as handled: ${username}`}
              loading={close.isPending}
              onClick={() => close.mutate()}
            >
              Mark as handled
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
