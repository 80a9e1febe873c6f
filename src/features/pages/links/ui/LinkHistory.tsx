import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Link } from "#src/features/pages/links/contract.ts";
import { type LinkVersion, linkHistoryContract } from "#src/features/pages/links/history/history-contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { formatChange } from "./history-words.ts";
import classes from "./LinkHistory.module.css";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

const historyApi = clientFor("links", linkHistoryContract);

interface LinkHistoryProps {
  link: Link;
  /** True if there's something in the form that restoring would leave behind. */
  isTyped: () => boolean;
  onRestored: () => void;
}

/** What was changed about a link, each change with a way back. */
export function LinkHistory({ link, isTyped, onRestored }: LinkHistoryProps) {
  const query = useQuery(historyApi.history.queryOptions({ input: { id: link.id } }));
  const restore = useRestore(link, onRestored);
  if (!query.data) return <QueryState query={query} failure="The history didn’t load." height={120} />;
  const { items } = query.data;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Restoring puts everything back to what it was before a change. A password stays as it is.
      </Text>
      <ol className={classes.versions}>
        {items.map((version) => (
          <Version
            key={version.id}
            version={version}
            isBusy={restore.isPending}
            onRestore={() => {
              if (isTyped())
                toastFailure({ title: "Not restored", message: "Save or cancel your changes first." });
              else restore.mutate(version);
            }}
          />
        ))}
        <li>
          <Text size="sm">Added</Text>
          <Text size="xs" c="dimmed">
            <time dateTime={link.created_at}>{formatDateTime(link.created_at)}</time>
          </Text>
        </li>
      </ol>
    </Stack>
  );
}

interface VersionProps {
  version: LinkVersion;
  isBusy: boolean;
  onRestore: () => void;
}

function Version({ version: { time, who, changes, restores }, isBusy, onRestore }: VersionProps) {
  const at = formatDateTime(time);
  return (
    <li>
      <Group justify="space-between" align="start" wrap="nowrap" gap="sm">
        <Stack gap={2} miw={0}>
          {changes.map((change) => (
            <Text key={change.field} size="sm" className={classes.change}>
              {formatChange(change)}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {who} · <time dateTime={time}>{at}</time>
          </Text>
        </Stack>
        {Object.keys(restores).length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            disabled={isBusy}
            aria-label={`Restore what it was before ${at}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Restores by the same call as the form, so that the same rules apply, and a change elsewhere isn't lost. */
function useRestore(link: Link, onRestored: () => void) {
  const queries = useQueryClient();
  const cache = useLinkCache(link.profile_id);
  return useMutation({
    mutationFn: ({ restores }: LinkVersion) =>
      linksApi.update.call({ ...restores, id: link.id, updated_at: link.updated_at }),
    onSuccess: (saved, { time }) => {
      cache.keep(saved);
      cache.refresh();
      void queries.invalidateQueries({ queryKey: historyApi.history.key() });
      onRestored();
      toastSuccess({ message: `The link is what it was before ${formatDateTime(time)}.` });
    },
    onError: (error) => toastError(error, "That version couldn’t be restored. Try again."),
  });
}
