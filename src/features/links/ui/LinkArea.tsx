import { Alert, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo } from "react";
import type { Link } from "#src/features/links/contract.ts";
import { linkLimitMessage } from "#src/features/links/rules.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { LimitSwitch } from "#src/features/settings/ui/shared/LimitSwitch.tsx";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { LinkList } from "./LinkList.tsx";
import { LinkRowsSkeleton } from "./LinksSkeleton.tsx";
import { LinkForm } from "./link-form-later.tsx";
import { linksQuery } from "./shared/link-queries.ts";

interface LinkAreaProps {
  profile: Profile;
  /** Receives what is being typed, for the preview. */
  onDraft: (draft: Link | null) => void;
}

/** The form for a new link, the list, and how many there may be. It stands still while the page around it follows what is typed. */
export const LinkArea = memo(function LinkArea({ profile, onDraft }: LinkAreaProps) {
  const query = useQuery(linksQuery(profile.id));
  const { create, edit } = useSearch({ from: "/shell/dashboard/links" });
  const navigate = useNavigate({ from: "/dashboard/links" });
  const show = (id: string | undefined) =>
    navigate({ search: (search) => ({ ...search, create: undefined, edit: id }) });

  const close = () => show(undefined);

  if (query.isError && !query.data) {
    return (
      <LoadFailure
        error={query.error}
        fallback="Your links couldn’t be loaded."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return <LinkRowsSkeleton />;
  }
  const { items: links, limit } = query.data;
  const isFirst = links.length === 0;
  const isFull = limit !== null && links.length >= limit;
  const wantsMore = create === "yes";
  return (
    <Stack gap="sm" miw={0}>
      {isFull && wantsMore && <FullNotice limit={limit} role="alert" />}
      {(isFirst || (wantsMore && !isFull)) && (
        <LinkForm
          key={isFirst ? "first" : "new"}
          profile={profile}
          heading={isFirst ? "Add your first link" : "New link"}
          onDraft={onDraft}
          onDone={close}
          onCancel={isFirst ? undefined : close}
        />
      )}
      <LinkList
        profile={profile}
        links={links}
        isFull={isFull}
        editedId={edit}
        onEdit={show}
        onDraft={onDraft}
      />
      {isFull ? (
        !wantsMore && <FullNotice limit={limit} />
      ) : (
        <Text size="sm" c="dimmed">
          {limit === null
            ? `${links.length} ${links.length === 1 ? "link" : "links"}`
            : `${links.length} of ${limit} links`}
        </Text>
      )}
    </Stack>
  );
});

/** Why no more links fit. */
function FullNotice({ limit, role }: { limit: number; role?: "alert" }) {
  return (
    <Alert variant="light" color="brass" icon={<IconInfoCircle size={20} />} py="xs" role={role}>
      <Stack gap="xs">
        {linkLimitMessage(limit)}
        <LimitSwitch />
      </Stack>
    </Alert>
  );
}
