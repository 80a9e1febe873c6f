import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Share } from "#src/features/insights/reports/shares/shares-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { sharesApi } from "./report-client.ts";
import { ShareForm } from "./ShareForm.tsx";

/** Links to chosen figures, and a form for another one. */
export function Shares({ profileId }: { profileId: string }) {
  const query = useQuery(sharesApi.list.queryOptions());
  const [isSharing, setSharing] = useState(false);
  const { data } = query;
  return (
    <Stack gap="sm" component="section" aria-label="Shared figures">
      <div>
        <Text fw={600}>Shared figures</Text>
        <Text size="sm" c="dimmed">
          A link shows chosen figures of a page to anyone who has it: sums of whole days, never single visits.
          They’re signed, so that sponsors can check them here.
        </Text>
      </div>
      {!data && <QueryState query={query} failure="We couldn’t load the links." height={60} />}
      {data && data.items.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {data.items.map((share) => (
            <ShareItem key={share.id} share={share} />
          ))}
        </Stack>
      )}
      {isSharing ? (
        <ShareForm profileId={profileId} onClose={() => setSharing(false)} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setSharing(true)}>
            Share figures
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

function ShareItem({ share }: { share: Share }) {
  const queries = useQueryClient();
  const revoke = useMutation(
    sharesApi.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: sharesApi.list.key() }),
      onError: (error) => toastError(error, "The link wasn’t revoked. Try again."),
    }),
  );
  const { id, profile, kind, ends_on, url } = share;
  const ask = async () => {
    const isSure = await confirm({
      title: "Revoke this link?",
      message: "Whoever has it sees nothing from now on. It can’t be brought back.",
      confirm: "Revoke",
      danger: true,
    });
    if (isSure) revoke.mutate({ id });
  };
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <Text size="sm">
          <bdi>{profile.name}</bdi>: {kind === "media_kit" ? "media kit" : "figures"}
        </Text>
        <Text size="sm" c="dimmed">
          {ends_on === null ? "Until it’s revoked" : `Until ${DAY.format(new Date(`${ends_on}T00:00Z`))}`}
        </Text>
      </div>
      <IconButton aria-label={`Copy the link of ${profile.name}`} onClick={() => void copyText(url, "URL")}>
        <IconCopy size={16} />
      </IconButton>
      <IconButton
        aria-label={`Revoke the link of ${profile.name}`}
        isBusy={revoke.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={16} />
      </IconButton>
    </Group>
  );
}
