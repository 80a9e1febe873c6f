import { ActionIcon, Anchor, Badge, Button, Card, Group, Text } from "@mantine/core";
import { IconCopy, IconExternalLink, IconLink, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Profile } from "#src/features/profiles/contract.ts";
import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import { copyText } from "#src/kit/copy.ts";
import { plural } from "#src/kit/plural.ts";
import classes from "./ProfileCard.module.css";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { ProfileAvatar } from "./shared/ProfileAvatar.tsx";
import { usePageUrls } from "./shared/page-url.ts";

interface ProfileCardProps {
  profile: Profile;
  selected: boolean;
}

export function ProfileCard({ profile, selected }: ProfileCardProps) {
  const url = usePageUrls().full(profile.username);
  const active = profile.status === "active";
  const own = profile.theme_settings.theme_color !== DEFAULT_THEME.theme_color;

  return (
    <Card component="li" pt={0} className={classes.card} data-inactive={!active || undefined}>
      <div
        className={classes.band}
        style={own ? { background: profile.theme_settings.theme_color } : undefined}
      />
      <div className={classes.face}>
        <ProfileAvatar profile={profile} size={64} />
      </div>
      <div className={classes.menu}>
        <ProfileMenu profile={profile} url={url} />
      </div>
      <Group gap={6} wrap="nowrap" mt={6}>
        <Text fw={650} size="lg" lineClamp={1} className={classes.name} title={profile.name}>
          {profile.name}
        </Text>
        <Badge color={active ? "teal" : "gray"} variant="dot" flex="none">
          {active ? "Active" : "Inactive"}
        </Badge>
        {selected && (
          <Badge variant="light" flex="none">
            Selected
          </Badge>
        )}
      </Group>
      <Group gap={4} wrap="nowrap" miw={0}>
        <Anchor href={url} target="_blank" rel="noopener" size="sm" truncate className={classes.address}>
          /{profile.username}
          <IconExternalLink size={14} aria-label="opens in a new tab" />
        </Anchor>
        <ActionIcon
          aria-label={`Copy the URL of ${profile.name}`}
          data-hint="Copy URL"
          onClick={() => void copyText(url, "Page URL")}
        >
          <IconCopy size={18} />
        </ActionIcon>
      </Group>
      <Text size="sm" c="dimmed" lineClamp={1} className={classes.notes}>
        {profile.notes}
      </Text>
      <Group gap="xs" mt="auto" pt="xs" grow>
        <Button
          variant="light"
          leftSection={<IconLink size={18} />}
          disabled={!active}
          renderRoot={
            active
              ? (props) => <Link to="/dashboard/links" search={{ profile: profile.id }} {...props} />
              : undefined
          }
        >
          {plural(profile.link_count, "link")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} />}
          renderRoot={(props) => (
            <Link
              to="/dashboard/profiles"
              search={(search) => ({ ...search, edit: profile.id })}
              {...props}
              aria-label={`Edit ${profile.name}`}
            />
          )}
        >
          Edit
        </Button>
      </Group>
    </Card>
  );
}
