import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo } from "react";
import type { Link } from "#src/features/links/contract.ts";
import { linkLimitMessage } from "#src/features/links/rules.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { LimitSwitch } from "#src/features/settings/ui/shared/LimitSwitch.tsx";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { LinkForm } from "./LinkForm.tsx";
import { LinkList } from "./LinkList.tsx";
import { linksQuery } from "./shared/link-queries.ts";

interface LinkAreaProps {
  profile: Profile;
  /** Told what is being typed, for the preview. */
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
        fallback="The links could not be loaded."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading links">
        <Skeleton height={76} radius="lg" />
        <Skeleton height={76} radius="lg" />
        <Skeleton height={76} radius="lg" />
      </Stack>
    );
  }
  const { items: links, limit } = query.data;
  const isFirst = links.length === 0;
  const isFull = limit !== null && links.length >= limit;
  return (
    <Stack gap="sm" miw={0}>
      {(isFirst || (create === "yes" && !isFull)) && (
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
        <Alert variant="light" color="brass" icon={<IconInfoCircle size={20} />} py="xs">
          <Stack gap="xs">
            {linkLimitMessage(limit)}
            <LimitSwitch />
          </Stack>
        </Alert>
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
