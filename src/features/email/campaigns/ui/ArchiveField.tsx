import { Anchor, Group, Select, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { PageAddress } from "#src/lib/page-url.ts";
import { ARCHIVE_PATH } from "#src/lib/paths.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

/** Makes it public on a page, saved at once because it may change after it's sent. */
export function ArchiveField({ campaign }: { campaign: Campaign }) {
  const { id, archive_profile_id, state } = campaign;
  const { profiles } = useSelectedProfile();
  const refresh = useCampaignsRefresh();
  const save = useMutation({
    mutationFn: (profile_id: string | null) => campaignsApi.setArchive.call({ id, profile_id }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  const chosen = save.isPending ? save.variables : archive_profile_id;
  // Its page is there once it's saved.
  const shown = profiles.find(({ id }) => id === archive_profile_id);
  return (
    <Stack gap="xs">
      <Select
        size="md"
        label="Public archive"
        description="Once it’s sent, everyone can read it there, without names or unsubscribe links. Search engines stay out."
        placeholder="Not shown to everyone"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear" }}
        nothingFoundMessage="No profile by that name."
        data={profiles.map(({ id, name, username }) => ({ value: id, label: `${name} (/${username})` }))}
        value={chosen}
        disabled={save.isPending}
        onChange={(profile_id) => save.mutate(profile_id)}
      />
      {shown && state === "sent" && <ArchiveLinks profile={shown} />}
    </Stack>
  );
}

function ArchiveLinks({ profile }: { profile: PageAddress }) {
  const urls = usePageUrls();
  const list = new URL(`/${profile.username}${ARCHIVE_PATH}`, urls.full(profile)).href;
  return (
    <Group gap="md">
      <Anchor size="sm" href={list} target="_blank" rel="noreferrer">
        See the archive
      </Anchor>
      <Anchor size="sm" href={`${list}/rss.xml`} target="_blank" rel="noreferrer">
        RSS feed
      </Anchor>
    </Group>
  );
}
