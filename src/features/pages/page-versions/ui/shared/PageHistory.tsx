import "#src/kit/deferred.css";
import { Button, Drawer, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { useLinkSlots } from "#src/features/pages/links/ui/shared/link-slots.ts";
import type { PageVersion } from "#src/features/pages/page-versions/contract.ts";
import { VERSIONS_KEPT } from "#src/features/pages/page-versions/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { changeWords } from "../change-words.ts";
import { Problems } from "../Problems.tsx";
import { useKeeping, useRestoration } from "../use-restoration.ts";
import { pageVersionQuery, pageVersionsQuery } from "../version-queries.ts";
import classes from "./PageHistory.module.css";

interface PageHistoryProps {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
}

/** Earlier versions of a page next to a preview of the chosen one, which a button brings back. */
export function PageHistory({ profile, opened, onClose }: PageHistoryProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="History" position="right" size="48rem">
      {opened && <Versions profile={profile} />}
    </Drawer>
  );
}

function Versions({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery(pageVersionsQuery(profile.id));
  const [chosen, setChosen] = useState<string>();
  if (error && !data)
    return (
      <ErrorPanel error={error} fallback="The versions couldn’t be loaded." onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton height={240} radius="lg" role="status" aria-label="Loading versions" />;
  const version = data.items.find(({ id }) => id === chosen) ?? data.items[0];
  return (
    <div className={classes.columns}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Your page is kept here a few minutes after each change, up to {VERSIONS_KEPT} times.
        </Text>
        <KeepButton profileId={profile.id} onKept={() => setChosen(undefined)} />
        <ol className={classes.list} aria-label="Versions">
          {data.items.map((one) => (
            <li key={one.id}>
              <VersionButton version={one} isChosen={one === version} onChoose={() => setChosen(one.id)} />
            </li>
          ))}
        </ol>
      </Stack>
      {version && <ChosenVersion key={version.id} profile={profile} version={version} />}
    </div>
  );
}

function KeepButton({ profileId, onKept }: { profileId: string; onKept: () => void }) {
  const mayKeep = useHasPermission("profiles.edit");
  const keeping = useKeeping(profileId);
  if (!mayKeep) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      style={{ justifySelf: "start", alignSelf: "start" }}
      loading={keeping.isPending}
      onClick={() => keeping.mutate(undefined, { onSuccess: onKept })}
    >
      Keep a version now
    </Button>
  );
}

interface VersionButtonProps {
  version: PageVersion;
  isChosen: boolean;
  onChoose: () => void;
}

function VersionButton({ version, isChosen, onChoose }: VersionButtonProps) {
  const { made_at, made_by, restored_from } = version;
  return (
    <UnstyledButton className={classes.version} aria-pressed={isChosen} onClick={onChoose}>
      <Text size="sm" fw={600} component="span">
        {formatDateTime(made_at)}
      </Text>
      {made_by !== null && (
        <Text size="sm" c="dimmed" component="span">
          {made_by}
        </Text>
      )}
      {restored_from !== null && (
        <Text size="sm" component="span">
          <IconHistory size={14} aria-hidden /> Restored from {formatDateTime(restored_from)}
        </Text>
      )}
      <Text size="sm" c="dimmed" component="span">
        {changeWords(version).join(" · ")}
      </Text>
    </UnstyledButton>
  );
}

function ChosenVersion({ profile, version: { id, made_at } }: { profile: Profile; version: PageVersion }) {
  const { Preview } = useLinkSlots();
  const { data, error } = useQuery(pageVersionQuery(profile.id, id));
  const mayRestore = useHasPermission("profiles.edit");
  const { restore, problems } = useRestoration(profile.id);
  return (
    <Stack gap="sm" className={classes.chosen}>
      {mayRestore && (
        <Button
          leftSection={<IconHistory size={18} />}
          loading={restore.isPending}
          disabled={!data}
          onClick={() => restore.mutate({ id, made_at })}
        >
          Restore this version
        </Button>
      )}
      <Problems problems={problems} title="Not everything could be brought back" />
      {error && !data && (
        <Text size="sm" role="alert">
          {errorMessage(error, "The version couldn’t be loaded. Try again.")}
        </Text>
      )}
      {data ? (
        <Preview profile={data.profile} links={data.links} />
      ) : (
        <Skeleton height={480} radius="xl" role="status" aria-label="Loading the version" />
      )}
    </Stack>
  );
}
