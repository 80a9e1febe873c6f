import { Button } from "@mantine/core";
import { IconFilePencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCanAddProfiles } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { pageDraftQuery } from "./draft-queries.ts";
import { useDraftStart } from "./use-draft.ts";

/** Starts a draft of a page that has none. */
export function DraftButton({ profile }: { profile: Profile }) {
  const { data } = useQuery(pageDraftQuery(profile.id));
  const mayAdd = useCanAddProfiles();
  const start = useDraftStart(profile);
  const hasOne = data?.draft?.draft_id != null || data?.draft?.publish_at != null;
  if (profile.draft_of !== null || !mayAdd || hasOne) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFilePencil size={18} />}
      // It keeps its place while we find out whether there's a draft.
      disabled={!data}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      Work on a draft
    </Button>
  );
}
