import { Badge, Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconBrowserCheck } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import type { BrowserError } from "../contract.ts";
import { securityApi } from "./security-client.ts";

const SOURCES: Readonly<Record<BrowserError["source"], string>> = {
  dashboard: "Dashboard",
  page: "Creators’ pages",
  site: "Home page and help",
};

const STATES = [
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
] as const;

/** What went wrong in people's browsers, and what their browsers refused to load. */
export function BrowserErrors() {
  const [state, setState] = useState<"open" | "resolved">("open");
  const query = useQuery({
    ...securityApi.browserErrors.queryOptions({ input: { state } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SegmentedControl
        style={{ alignSelf: "flex-start" }}
        size="xs"
        aria-label="Errors"
        data={[...STATES]}
        value={state}
        onChange={(value) => setState(value)}
      />
      {query.data ? (
        <ErrorList items={query.data.items} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the errors." height={240} />
      )}
    </>
  );
}

function ErrorList({ items }: { items: readonly BrowserError[] }) {
  if (items.length === 0)
    return (
      <EmptyPanel
        icon={<IconBrowserCheck />}
        title="No errors"
        description="Errors in people’s browsers, and what their browsers refused to load, are grouped here for 90 days. Nothing personal is in them."
      />
    );
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
      {items.map((item) => (
        <ErrorRow key={item.id} item={item} />
      ))}
    </Stack>
  );
}

function ErrorRow({ item }: { item: BrowserError }) {
  const { id, source, message, path, stack, version, count, first_at, last_at, resolved_at } = item;
  const queries = useQueryClient();
  const resolve = useMutation({
    mutationFn: () => securityApi.resolveBrowserError.call({ id, is_resolved: resolved_at === null }),
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: securityApi.key() }),
  });
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Text size="sm" fw={600} dir="ltr">
            {message}
          </Text>
          <Group gap="xs">
            <Badge variant="light" color="gray">
              {SOURCES[source]}
            </Badge>
            <Badge variant="light" color="orange">
              {plural(count, "time")}
            </Badge>
            {path !== "" && (
              <Text size="sm" dir="ltr">
                {path}
              </Text>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {`First ${formatDateTime(first_at)} · last ${formatDateTime(last_at)} · version ${version}`}
          </Text>
          {stack !== "" && (
            <details>
              <summary style={{ fontSize: "var(--mantine-font-size-sm)", cursor: "pointer" }}>
                Details
              </summary>
              <Text
                component="pre"
                size="xs"
                ff="monospace"
                dir="ltr"
                m={0}
                mt={6}
                style={{ whiteSpace: "pre-wrap" }}
              >
                {stack}
              </Text>
            </details>
          )}
        </Stack>
        <Button size="xs" variant="default" loading={resolve.isPending} onClick={() => resolve.mutate()}>
          {resolved_at === null ? "Resolve" : "Reopen"}
        </Button>
      </Group>
    </Paper>
  );
}
